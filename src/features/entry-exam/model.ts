import { answersOf, cellOf, cellsOf, type SentAnswers } from '#contracts/entryAnswers.ts';
import type { EntrySitting, EntrySubject, EntrySubjectResult, EntryTest } from '#contracts/entryExam.ts';
import { type ClockPair, isLocked } from '#contracts/examClock.ts';
import { mergeCells } from '#contracts/examMerge.ts';
import {
  hasDirty,
  type LocalCells,
  laterOf,
  withLoadedCells,
  withServerCells,
  withValue,
} from '#shared/lib/exam/cells.ts';
import type { KeptClock } from '#shared/lib/exam/deviceClock.ts';

/** What this device knows of a test. Moments are the server's, epoch ms. */
export type Kept = {
  /** Of the mailed link by which it was opened last. */
  token: string;
  /** As the server last told it. */
  test: EntryTest;
  /** The answers as they stand, by subject: what the server has, and what was answered here since. */
  cells: Partial<Record<EntrySubject, LocalCells>>;
  /** Place of the question that is open, by subject. */
  places: Partial<Record<EntrySubject, number>>;
  /** Subjects handed in here by hand; the server may not know yet. */
  handedIn: EntrySubject[];
  /** How many answers came after the end, by subject: they do not count. */
  lost: Partial<Record<EntrySubject, number>>;
  /** What a page that is loaded again needs to tell the time (exams.md 3.5). */
  clock: KeptClock | null;
};

/** What has to be sent next: answers, or with them that the subject is handed in. `isByHand`: not by the clock. */
export type Job = { subject: EntrySubject; cells: LocalCells } & (
  | { kind: 'save' }
  | { kind: 'submit'; isByHand: boolean }
);

const nothing: LocalCells = {};

function withOne<Value>(map: Partial<Record<EntrySubject, Value>>, subject: EntrySubject, value: Value) {
  return { ...map, [subject]: value };
}

/** The answers of a subject as they stand. */
export function cellsIn({ cells }: Pick<Kept, 'cells'>, { id }: Pick<EntrySitting, 'id'>): LocalCells {
  return cells[id] ?? nothing;
}

/** How many questions of a subject have an answer. */
export function answeredIn(kept: Pick<Kept, 'cells'>, sitting: Pick<EntrySitting, 'id'>): number {
  return Object.values(cellsIn(kept, sitting)).filter(({ v }) => v.trim() !== '').length;
}

/** The subject whose time runs; `null`: none. */
export function runningOf({ test }: Kept): EntrySitting | null {
  return test.subjects.find(({ state }) => state === 'running') ?? null;
}

/** Whether the time of a running subject is up: by the earlier clock, so that a sleep takes nothing away. */
export function isOver({ deadline_at }: EntrySitting, present: ClockPair): boolean {
  return deadline_at !== null && isLocked(deadline_at, present);
}

/** Whether the running subject takes no more answers: handed in, or its time is up. */
export function isClosed({ handedIn }: Kept, sitting: EntrySitting, present: ClockPair): boolean {
  return handedIn.includes(sitting.id) || isOver(sitting, present);
}

/** Another answer; an empty one takes the former away. After the end nothing changes any more. */
export function withAnswer(
  kept: Kept,
  sitting: EntrySitting,
  { id, value }: { id: string; value: string },
  present: ClockPair,
): Kept {
  if (isClosed(kept, sitting, present)) return kept;
  const before = cellsIn(kept, sitting);
  const after = withValue(before, id, value, present);
  return after === before ? kept : { ...kept, cells: withOne(kept.cells, sitting.id, after) };
}

/** Opens a question. */
export function withPlace(kept: Kept, { id, questions }: EntrySitting, place: number): Kept {
  const within = Math.min(questions.length - 1, Math.max(0, place));
  return { ...kept, places: withOne(kept.places, id, within) };
}

/** Hands a subject in. */
export function withHandedIn(kept: Kept, subject: EntrySubject): Kept {
  return kept.handedIn.includes(subject) ? kept : { ...kept, handedIn: [...kept.handedIn, subject] };
}

/**
 * What the server does not have yet; `null`: it has everything. What was answered in a subject that is over goes after it: it
 * was given in time, and the server takes it for a day (exams.md 3.6).
 */
export function nextJob(kept: Kept, present: ClockPair): Job | null {
  const running = runningOf(kept);
  if (running) {
    const of = { subject: running.id, cells: cellsIn(kept, running) };
    const isByHand = kept.handedIn.includes(running.id);
    if (isByHand || isOver(running, present)) return { kind: 'submit', isByHand, ...of };
    return hasDirty(of.cells) ? { kind: 'save', ...of } : null;
  }
  const late = kept.test.subjects.find((one) => one.state === 'done' && hasDirty(cellsIn(kept, one)));
  return late ? { kind: 'submit', isByHand: true, subject: late.id, cells: cellsIn(kept, late) } : null;
}

/** Answers as they are sent: all of a subject, so that no lost save matters. */
export function sentAnswers(cells: LocalCells): SentAnswers {
  return Object.fromEntries(
    Object.entries(cells).map(([id, { v, lo, hi }]) => [id, { value: v, at: lo, hi }]),
  );
}

/** How many of the sent answers the server has not taken although nothing later was there: they came after the end. */
function refused(sent: LocalCells, answers: EntrySitting['answers']): number {
  return Object.entries(sent).filter(([id, { v, lo, isDirty }]) => {
    const known = answers[id];
    return isDirty && v.trim() !== '' && v.trim() !== (known?.value ?? '') && lo > (known?.at ?? 0);
  }).length;
}

/** The server's answers after a call, those changed here meanwhile kept; what it did not take is counted, and goes. */
function withTaken(kept: Kept, { subject, cells: sent }: Job, answers: EntrySitting['answers']): Kept {
  const own = withServerCells(kept.cells[subject] ?? nothing, sent, cellsOf(answers));
  const count = refused(sent, answers);
  return {
    ...kept,
    cells: withOne(kept.cells, subject, own),
    lost: count > 0 ? withOne(kept.lost, subject, (kept.lost[subject] ?? 0) + count) : kept.lost,
  };
}

/** What is known after a save. */
export function withSaved(
  kept: Kept,
  job: Job,
  saved: Pick<EntrySitting, 'answers'> & { deadline_at: number },
): Kept {
  const { answers, deadline_at } = saved;
  const subjects = kept.test.subjects.map((sitting) =>
    sitting.id === job.subject ? { ...sitting, answers, deadline_at } : sitting,
  );
  return withTaken({ ...kept, test: { ...kept.test, subjects } }, job, answers);
}

/** What is known after a subject was handed in. */
export function withSubmitted(kept: Kept, job: Job, test: EntryTest): Kept {
  const answers = test.subjects.find(({ id }) => id === job.subject)?.answers ?? {};
  return withTest(withTaken(kept, job, answers), kept.token, test);
}

/**
 * The newer of two words of the server about one test. Answers overtake each other on the line: what either knows of a
 * running subject's answers stays.
 */
function newerTest(one: EntryTest, other: EntryTest): EntryTest {
  const [newer, older] = one.server_now > other.server_now ? [one, other] : [other, one];
  const subjects = newer.subjects.map((sitting) => {
    const former = older.subjects.find(({ id }) => id === sitting.id);
    if (sitting.state !== 'running' || former?.state !== 'running') return sitting;
    const answers = answersOf(mergeCells(cellsOf(former.answers), cellsOf(sitting.answers)));
    return { ...sitting, answers };
  });
  return { ...newer, subjects };
}

/** The test as the server tells it anew; what was answered here stays until the server has it. */
export function withTest(kept: Kept | null, token: string, test: EntryTest): Kept {
  const isSame = kept?.test.id === test.id;
  const known = isSame ? newerTest(kept.test, test) : test;
  const cells: Kept['cells'] = {};
  for (const { id, answers } of known.subjects)
    cells[id] = withLoadedCells(isSame ? (kept.cells[id] ?? nothing) : nothing, cellsOf(answers));
  return {
    token,
    test: known,
    cells,
    places: isSame ? kept.places : {},
    handedIn: isSame ? kept.handedIn : [],
    lost: isSame ? kept.lost : {},
    clock: kept?.clock ?? null,
  };
}

/** Cells of two tabs as one: of each question the later one. */
export function joinCells(one: LocalCells, other: LocalCells): LocalCells {
  const joined: Record<string, LocalCells[string]> = { ...one };
  for (const [id, cell] of Object.entries(other)) joined[id] = joined[id] ? laterOf(joined[id], cell) : cell;
  return joined;
}

/** What two tabs of this device know, as one: the newer word of the server, and no answer of either is lost. */
export function joinKept(own: Kept, other: Kept): Kept {
  const cells = { ...other.cells };
  const lost = { ...other.lost };
  for (const { id } of own.test.subjects) {
    cells[id] = joinCells(own.cells[id] ?? nothing, other.cells[id] ?? nothing);
    lost[id] = Math.max(own.lost[id] ?? 0, other.lost[id] ?? 0);
  }
  const test = newerTest(own.test, other.test);
  return { ...own, test, cells, lost, handedIn: [...new Set([...own.handedIn, ...other.handedIn])] };
}

/** An answer that a former version of this app has kept, which the server may not have. */
export function formerCell({ value, at }: { value: string; at: number }): LocalCells[string] {
  const { v, lo } = cellOf({ value, at });
  return { v, lo, hi: lo, isDirty: true };
}

/** Answers of a subject that is over which were given, or came, too late. */
export function lostAnswers({ lost }: Kept, { id, state }: Pick<EntrySitting, 'id' | 'state'>): number {
  return state === 'done' ? (lost[id] ?? 0) : 0;
}

/** Whole seconds that are left of a subject by the later clock, none at the end. */
export function secondsLeft({ deadline_at, minutes }: EntrySitting, { hi }: Pick<ClockPair, 'hi'>): number {
  const left = Math.ceil(((deadline_at ?? 0) - hi) / 1000);
  return Math.min(minutes * 60, Math.max(0, left));
}

/** Areas in which less than two thirds were right, the weakest first: what to learn next. */
export function weakAreas({ areas }: EntrySubjectResult): EntrySubjectResult['areas'] {
  const share = ({ right, total }: { right: number; total: number }) => right / Math.max(1, total);
  return areas
    .filter((area) => area.total > 0 && share(area) < 2 / 3)
    .sort((one, other) => share(one) - share(other));
}

/** Words of an answer: the option that was chosen, or what was typed. */
export function wordsOf({ options }: { options: readonly string[] }, value: string): string {
  return options.length > 0 ? (options[Number(value) - 1] ?? '') : value;
}
