import type { LocalCells } from '#shared/lib/exam/cells.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { dayInJapan } from '#shared/lib/text/japanTime.ts';
import { isAnswered, isPick, pickName, picksOf, shownValue, slotValue } from './model.ts';
import { fileTexts as texts } from './texts.ts';

type Of = Pick<AttemptRow, 'id' | 'examName' | 'subjectName' | 'startedAt' | 'names'>;

const japanMs = 9 * 3_600_000;

/** With seconds, because one of them decides at the end of an exam. */
function moment(at: number): string {
  return `${dayInJapan(at)} ${new Date(at + japanMs).toISOString().slice(11, 19)}`;
}

/** The answer of a slot, with the time of it and whether the server has confirmed it. */
function answerOf(cells: LocalCells, slot: string, shown: string): string {
  const cell = cells[slot];
  if (!cell || !isAnswered(cells, slot)) return texts.open;
  const at = cell.lo > 0 ? moment(cell.lo) : '';
  const facts = [at, cell.isDirty ? texts.unsent : ''].filter(Boolean).join('・');
  // A long answer goes on in lines of its own that cannot be taken for the next answer.
  return `${shown.replaceAll('\n', '\n    ')}${facts && `(${facts})`}`;
}

/** The answers in the order of the paper, by 大問. */
function linesOf({ names }: Of, cells: LocalCells): string[] {
  const lines: string[] = [];
  let section: string | null = null;
  for (const one of names?.slots ?? []) {
    if (one.section !== section) lines.push('', one.section);
    section = one.section;
    const name = [one.question, one.label && texts.slot(one.label)].filter(Boolean).join(' ');
    lines.push(`  ${name}: ${answerOf(cells, one.slot, shownValue(one, slotValue(cells, one.slot)))}`);
  }
  for (const { id, name, sections } of names?.choices ?? []) {
    const chosen = picksOf(cells, id).map((one) => sections[one] ?? one);
    lines.push('', `${name} ${texts.picked}: ${chosen.join('、') || texts.open}`);
  }
  return lines;
}

/** Answers that the paper of this device does not name; their place is in the name of the slot alone. */
function otherLines({ names }: Of, cells: LocalCells): string[] {
  const named = new Set(names?.slots.map(({ slot }) => slot));
  for (const { id } of names?.choices ?? []) named.add(pickName(id));
  const others = Object.keys(cells).filter((slot) => !named.has(slot) && isAnswered(cells, slot));
  const lines = others.map((slot) => `  ${slot}: ${answerOf(cells, slot, slotValue(cells, slot))}`);
  return lines.length > 0 ? ['', texts.others, ...lines] : [];
}

/**
 * The answers of this device for people to read: whoever marks them has nothing else, if the server never gets them
 * (row 10). All times are those of Japan, by the lower clock of the device (exams.md 3.5).
 */
export function answersText(row: Of, cells: LocalCells, now: number): string {
  const answers = Object.keys(cells).filter((slot) => !isPick(slot) && isAnswered(cells, slot));
  const unsent = answers.filter((slot) => cells[slot]?.isDirty).length;
  const lines = [
    texts.title,
    '',
    texts.exam(row.examName),
    texts.subject(row.subjectName),
    texts.started(moment(row.startedAt)),
    texts.written(moment(now)),
    texts.zone,
    texts.count(answers.length, unsent),
    texts.attempt(row.id),
    ...linesOf(row, cells),
    ...otherLines(row, cells),
    '',
  ];
  // For the editor of an old Windows, which needs both to read Japanese in lines.
  return `\uFEFF${lines.join('\n').replaceAll('\n', '\r\n')}`;
}

/** Without signs that a file system refuses. */
export function answersFileName({ subjectName }: Pick<Of, 'subjectName'>): string {
  return `${texts.title}_${subjectName.replaceAll(/[\\/:*?"<>|\s]/g, '_')}.txt`;
}
