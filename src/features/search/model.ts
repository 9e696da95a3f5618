import { beginningOf } from '#contracts/letters.ts';
import { markWords } from '#features/search/markWords.ts';
import type { SearchRow } from '#shared/lib/db/rows.ts';
import { foldText, matchesAll } from '#shared/lib/text/fold.ts';
import { refOf } from './rows.ts';

/** The groups of results, in the order of the screen (offline.md 2.10). */
export const groups = ['course', 'lesson', 'caption', 'note'] as const;
export type Group = (typeof groups)[number];

/** A search hit. `text` is the original text; for the places of the words in it, see `markWords`. */
export type Hit = {
  key: string;
  group: Group;
  course: string;
  /** Lesson to open; empty: the course itself. */
  lesson: string;
  /** Second of the video; `null`: none. */
  sec: number | null;
  text: string;
  /** Names of the lesson, chapter or course it belongs to, the nearest first. */
  within: string[];
  /** The exact kind: the group of courses also contains chapters. */
  kind: 'course' | 'chapter' | 'lesson' | 'caption' | 'note';
};

/** The fields of a note that search needs. */
export type NoteText = { id: string; course: string; lesson: string; sec: number; body: string };
/** A course or lesson the learner marked; it need not be in the library on this device. */
export type MarkedTitle = { course: string; courseName: string; lesson: string; lessonName: string };

/** Adds a hit, with its folded text. */
type Add = (hit: Hit, folded: string) => void;

/** The data that is searched. */
export type Shelf = { rows: SearchRow[]; notes: NoteText[]; marked: MarkedTitle[] };

/** Everything found, by group; `total` is the number before the lists were cut. */
export type Found = Record<Group, { hits: Hit[]; total: number }>;

/**
 * Searches everything on the device. A title matches when every word is in it or in the names above it, and at least
 * one word is in the title itself. Captions match when the words are said within two sentences. Texts that begin with
 * the first word come first; otherwise the order of the courses stays.
 *
 * @param words folded, see `searchWords`; without words nothing is found.
 * @param most hits of a group that are kept.
 */
export function findAll(shelf: Shelf, words: readonly string[], most: number): Found {
  const found: Found = {
    course: { hits: [], total: 0 },
    lesson: { hits: [], total: 0 },
    caption: { hits: [], total: 0 },
    note: { hits: [], total: 0 },
  };
  if (words.length === 0) return found;
  const [first = ''] = words;
  const close: Hit[] = [];
  const add = (hit: Hit, folded: string) => {
    const group = found[hit.group];
    group.total += 1;
    if (folded.startsWith(first)) close.push(hit);
    else if (group.hits.length < most) group.hits.push(hit);
  };
  const names = namesIn(shelf.rows);
  for (const row of shelf.rows) {
    if (!matchesAll(row.folded.replaceAll('\n', ''), words)) continue;
    if (row.key.startsWith('course:')) findTitles(row, words, add);
    else findCaptions(row, words, names, add);
  }
  findMarked(shelf, words, names, add);
  findNotes(shelf.notes, words, names, add);
  for (const group of groups) {
    const closer = close.filter((hit) => hit.group === group);
    found[group].hits = [...closer, ...found[group].hits].slice(0, most);
  }
  return found;
}

/** Names of the courses on the device. */
function namesIn(rows: readonly SearchRow[]): Map<string, SearchRow> {
  return new Map(rows.filter((row) => row.key.startsWith('course:')).map((row) => [row.course, row]));
}

function findTitles(row: SearchRow, words: readonly string[], add: Add): void {
  const texts = row.texts.split('\n');
  const folded = row.folded.split('\n');
  const refs = row.refs.split('\n');
  let chapter = -1;
  for (const [line, text] of folded.entries()) {
    const ref = refOf(refs[line] ?? '');
    if (ref.kind === 'chapter') chapter = line;
    const above = ref.kind === 'lesson' ? [folded[chapter] ?? '', folded[0] ?? ''] : [folded[0] ?? ''];
    if (!isHit(text, ref.kind === 'course' ? [] : above, words)) continue;
    const names = ref.kind === 'lesson' ? [texts[chapter] ?? '', row.name] : [row.name];
    const hit: Hit = {
      key: `${row.course}:${line}`,
      group: ref.kind === 'lesson' ? 'lesson' : 'course',
      course: row.course,
      lesson: 'lesson' in ref ? ref.lesson : '',
      sec: null,
      text: texts[line] ?? '',
      within: ref.kind === 'course' ? [] : names.filter((name) => name !== ''),
      kind: ref.kind,
    };
    add(hit, text);
  }
}

function isHit(text: string, above: readonly string[], words: readonly string[]): boolean {
  if (!words.some((word) => text.includes(word))) return false;
  return words.every((word) => text.includes(word) || above.some((name) => name.includes(word)));
}

function findCaptions(
  row: SearchRow,
  words: readonly string[],
  names: ReadonlyMap<string, SearchRow>,
  add: Add,
): void {
  const texts = row.texts.split('\n');
  const folded = row.folded.split('\n');
  const refs = row.refs.split('\n');
  const lesson = row.key.slice('caption:'.length);
  for (const [line, own] of folded.entries()) {
    const next = folded[line + 1] ?? '';
    const isWhole = matchesAll(own, words);
    if (!isWhole && (!matchesAll(own + next, words) || matchesAll(next, words))) continue;
    const ref = refOf(refs[line] ?? '');
    const hit: Hit = {
      key: `${row.key}:${line}`,
      group: 'caption',
      course: row.course,
      lesson,
      sec: ref.kind === 'caption' ? ref.sec : 0,
      text: isWhole ? (texts[line] ?? '') : `${texts[line]} ${texts[line + 1] ?? ''}`,
      within: [row.name, names.get(row.course)?.name ?? ''].filter((name) => name !== ''),
      kind: 'caption',
    };
    add(hit, own);
  }
}

/** Marked courses and lessons whose titles are not in the library of this device. */
function findMarked(
  { marked }: Shelf,
  words: readonly string[],
  names: ReadonlyMap<string, SearchRow>,
  add: Add,
): void {
  for (const { course, courseName, lesson, lessonName } of marked) {
    if (names.has(course)) continue;
    const text = lessonName || courseName;
    const folded = foldText(text);
    if (!isHit(folded, lessonName ? [foldText(courseName)] : [], words)) continue;
    const hit: Hit = {
      key: `marked:${course}:${lesson}`,
      group: lessonName ? 'lesson' : 'course',
      course,
      lesson,
      sec: null,
      text,
      within: lessonName && courseName ? [courseName] : [],
      kind: lessonName ? 'lesson' : 'course',
    };
    add(hit, folded);
  }
}

function findNotes(
  notes: readonly NoteText[],
  words: readonly string[],
  names: ReadonlyMap<string, SearchRow>,
  add: Add,
): void {
  for (const { id, course, lesson, sec, body } of notes) {
    const folded = foldText(body);
    if (!matchesAll(folded, words)) continue;
    const row = names.get(course);
    const within = [lessonNameIn(row, lesson), row?.name ?? ''].filter((name) => name !== '');
    const hit: Hit = {
      key: `note:${id}`,
      group: 'note',
      course,
      lesson,
      sec,
      text: body,
      within,
      kind: 'note',
    };
    add(hit, folded);
  }
}

function lessonNameIn(row: SearchRow | undefined, lesson: string): string {
  const line = row?.refs.split('\n').indexOf(`lesson:${lesson}`) ?? -1;
  return line < 0 ? '' : (row?.texts.split('\n')[line] ?? '');
}

/** How much text is shown around a hit in a long text, in characters. */
const roomAround = 40;

/** The part of a long text around the first hit, cut with 「…」; short texts stay whole. */
export function excerpt(text: string, words: readonly string[], length = 100): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  if (flat.length <= length) return flat;
  const at = firstPlace(flat, words);
  const from = beginningOf(flat, Math.min(Math.max(0, at - roomAround), flat.length - length)).length;
  const part = beginningOf(flat.slice(from), length);
  return `${from > 0 ? '…' : ''}${part}${from + part.length < flat.length ? '…' : ''}`;
}

function firstPlace(text: string, words: readonly string[]): number {
  const [first] = markWords(text, words);
  return first && !first.isHit && first.text.length < text.length ? first.text.length : 0;
}
