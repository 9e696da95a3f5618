import { type Paper, type Passage, type Question, type Slot, unknownValue } from '#contracts/examContent.ts';
import { printedValue } from '#contracts/examShownKey.ts';
import { plainSign } from '#contracts/examValue.ts';
import type { LocalCells } from '#shared/lib/exam/cells.ts';
import { texts } from './texts.ts';

type Section = Paper['sections'][number];

/** A question with its place in the paper. */
export type Place = { question: Question; section: Section; no: number };

/** All questions, in the order of the paper. */
export function placesOf({ sections }: Paper): Place[] {
  let no = 0;
  return sections.flatMap((section) =>
    section.questions.map((question) => {
      no += 1;
      return { question, section, no };
    }),
  );
}

/** The value of a slot; empty: none. */
export function slotValue(cells: LocalCells, slot: string): string {
  return cells[slot]?.v ?? '';
}

/** An answer as it is printed: several chosen options as 「1、3」. */
export function shownValue({ kind }: Pick<Slot, 'kind'>, value: string): string {
  return kind === 'choice' && value === unknownValue ? texts.unknown : printedValue(value, kind);
}

/** Whether a slot is answered; blanks do not count. */
export function isAnswered(cells: LocalCells, slot: string): boolean {
  return slotValue(cells, slot).trim() !== '';
}

/** How much of a question is answered. A question without slots needs no answer. */
export function stateOf(cells: LocalCells, { slots }: Question): 'done' | 'part' | 'open' {
  const answered = slots.filter(({ id }) => isAnswered(cells, id)).length;
  if (answered === slots.length) return 'done';
  return answered > 0 ? 'part' : 'open';
}

/** The flag of a question is stored at its first slot. */
export function flagSlot({ slots }: Question): string | null {
  return slots[0]?.id ?? null;
}

export function isFlagged(cells: LocalCells, question: Question): boolean {
  const slot = flagSlot(question);
  return slot !== null && cells[slot]?.f === true;
}

/** Name of the cell with the chosen sections (選択問題). */
export function pickName(choice: string): string {
  return `pick:${choice}`;
}

/** Whether a cell holds a choice of sections and not an answer. */
export function isPick(cell: string): boolean {
  return cell.startsWith(pickName(''));
}

/** The chosen sections. */
export function picksOf(cells: LocalCells, choice: string): string[] {
  return slotValue(cells, pickName(choice)).split(',').filter(Boolean);
}

/** Adds a section to the choice or removes it, in the order of the paper. */
export function togglePick(
  choice: Paper['choices'][number],
  picks: readonly string[],
  section: string,
): string {
  const isOn = !picks.includes(section);
  return choice.of.filter((id) => (id === section ? isOn : picks.includes(id))).join(',');
}

/** The choice that a section belongs to; `null`: everybody answers this section. */
export function choiceOf({ choices }: Paper, section: string): Paper['choices'][number] | null {
  return choices.find(({ of }) => of.includes(section)) ?? null;
}

/** Whether the answers of a section count: it belongs to no choice, or it was chosen. */
export function isCounted(paper: Paper, cells: LocalCells, section: string): boolean {
  const choice = choiceOf(paper, section);
  return choice === null || picksOf(cells, choice.id).slice(0, choice.choose).includes(section);
}

/**
 * Counts of a paper over the sections that count. If no choice was made, its first sections count, as many as required.
 */
export function countsOf(
  paper: Paper,
  cells: LocalCells,
): { all: number; answered: number; flagged: number } {
  const expected = new Set(
    paper.sections.flatMap(({ id }) => {
      const choice = choiceOf(paper, id);
      if (!choice) return [id];
      const picks = picksOf(cells, choice.id);
      return (picks.length > 0 ? picks : choice.of).slice(0, choice.choose).includes(id) ? [id] : [];
    }),
  );
  const counted = placesOf(paper).filter(({ section }) => expected.has(section.id));
  const slots = counted.flatMap(({ question }) => question.slots);
  return {
    all: slots.length,
    answered: slots.filter(({ id }) => isAnswered(cells, id)).length,
    flagged: counted.filter(({ question }) => isFlagged(cells, question)).length,
  };
}

/** Whether so much is unanswered that it has to be confirmed in writing: more than a fifth (exams.md 4). */
export function needsTypedConfirm({ all, answered }: { all: number; answered: number }): boolean {
  return all - answered > all * 0.2;
}

const circled = [...'⓪①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳'];

/**
 * The label of an option: its number in a circle as in the paper, and as it is read aloud. If its value is not such a
 * number, its place counted from 1 is used. `at`: the place counted from 0.
 */
export function optionLabel(value: string, at: number): { sign: string; spoken: string } {
  const number = /^\d{1,2}$/.test(value) && Number(value) < circled.length ? Number(value) : at + 1;
  return { sign: circled[number] ?? String(number), spoken: `${number}番 ` };
}

/** Adds an option to a multiple choice or removes it, in the order of the options; never more than allowed. */
export function toggleOption({ options, max }: Slot, value: string, option: string): string {
  const chosen = value.split(',').filter(Boolean);
  const isOn = chosen.includes(option);
  if (!isOn && chosen.length >= max) return value;
  return options
    .map((one) => one.value)
    .filter((one) => (one === option ? !isOn : chosen.includes(one)))
    .join(',');
}

/** The sign that a mark box takes from a key or a pasted character; `null`: not one of its signs. */
export function signOf(signs: string, typed: string): string | null {
  const sign = plainSign(typed).slice(-1);
  return sign !== '' && signs.includes(sign) ? sign : null;
}

/** The box before or after one within its group; `null` at the ends of the group. */
export function neighbourOf({ groups, slots }: Question, slot: string, step: 1 | -1): string | null {
  const group = groups.find((one) => one.slots.includes(slot));
  const marks = slots.filter(({ id, kind }) => kind === 'mark' && (group?.slots.includes(id) ?? false));
  const at = marks.findIndex(({ id }) => id === slot);
  return marks[at + step]?.id ?? null;
}

/** Passages of a question: its own; otherwise those of its section. */
export function passagesOf(paper: Paper, { question, section }: Place): Passage[] {
  const ids = question.passage === null ? section.passages : [question.passage, ...section.passages];
  return [...new Set(ids)].flatMap((id) => paper.passages.find((passage) => passage.id === id) ?? []);
}

/** Number of characters of a text as a learner counts them: without line breaks. */
export function countSigns(text: string): number {
  return [...text.replaceAll(/[\r\n]/g, '')].length;
}
