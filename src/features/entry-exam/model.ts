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

/** What this device knows of a test. Times are the server's, epoch ms. */
export type Kept = {
  /** Token of the mailed link by which it was last opened. */
  token: string;
  /** As the server last sent it. */
  test: EntryTest;
  /** The current answers by subject: those of the server, and those given here since. */
  cells: Partial<Record<EntrySubject, LocalCells>>;
  /** Index of the open question, by subject. */
  places: Partial<Record<EntrySubject, number>>;
  /** Subjects that the learner handed in here; the server may not know yet. */
  handedIn: EntrySubject[];
  /** How many answers came after the end, by subject: they do not count. */
  lost: Partial<Record<EntrySubject, number>>;
  /** The clock state that a reloaded page needs to tell the time (exams.md 3.5). */
  clock: KeptClock | null;
};

/**
 * What has to be sent next: answers, or a hand-in with the answers. `isByHand`: handed in by the learner and not by the
 * clock.
 */
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

/**
 * Whether the time of a running subject is up. The earlier clock decides, so that a device that slept loses no time.
 */
export function isOver({ deadline_at }: EntrySitting, present: ClockPair): boolean {
  return deadline_at !== null && isLocked(deadline_at, present);
}

/** Whether the running subject takes no more answers: handed in, or its time is up. */
export function isClosed({ handedIn }: Kept, sitting: EntrySitting, present: ClockPair): boolean {
  return handedIn.includes(sitting.id) || isOver(sitting, present);
}

/** Sets an answer; an empty one removes it. After the end nothing changes any more. */
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
 * What the server does not have yet; `null`: it has everything. Answers of a subject that is over are sent later: they
 * were given in time, and the server accepts them for a day (exams.md 3.6).
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

/** Answers as they are sent: always all of a subject, so that a lost save does not matter. */
export function sentAnswers(cells: LocalCells): SentAnswers {
  return Object.fromEntries(
    Object.entries(cells).map(([id, { v, lo, hi }]) => [id, { value: v, at: lo, hi }]),
  );
}

/** How many sent answers the server has not accepted although it had no later ones: they came after the end. */
function refused(sent: LocalCells, answers: EntrySitting['answers']): number {
  return Object.entries(sent).filter(([id, { v, lo, isDirty }]) => {
    const known = answers[id];
    return isDirty && v.trim() !== '' && v.trim() !== (known?.value ?? '') && lo > (known?.at ?? 0);
  }).length;
}

/**
 * Merges the server's answers after a call, and keeps those changed here in the meantime. Answers that the server did
 * not accept are counted and removed.
 */
function withTaken(kept: Kept, { subject, cells: sent }: Job, answers: EntrySitting['answers']): Kept {
  const own = withServerCells(kept.cells[subject] ?? nothing, sent, cellsOf(answers));
  const count = refused(sent, answers);
  return {
    ...kept,
    cells: withOne(kept.cells, subject, own),
    lost: count > 0 ? withOne(kept.lost, subject, (kept.lost[subject] ?? 0) + count) : kept.lost,
  };
}

/** The state after a save. */
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

/** The state after a subject was handed in. */
export function withSubmitted(kept: Kept, job: Job, test: EntryTest): Kept {
  const answers = test.subjects.find(({ id }) => id === job.subject)?.answers ?? {};
  return withTest(withTaken(kept, job, answers), kept.token, test);
}

/**
 * Merges two answers of the server about one test. Responses can arrive in the wrong order, so the answers of a running
 * subject are merged from both.
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

/** Takes over the test as the server sends it; answers given here stay until the server has them. */
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

/** Merges the cells of two tabs: of each question the later one. */
export function joinCells(one: LocalCells, other: LocalCells): LocalCells {
  const joined: Record<string, LocalCells[string]> = { ...one };
  for (const [id, cell] of Object.entries(other)) joined[id] = joined[id] ? laterOf(joined[id], cell) : cell;
  return joined;
}

/** Merges what two tabs of this device know: the newer server response, and no answer of either is lost. */
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

/** An answer that an earlier version of this app has stored and that the server may not have. */
export function formerCell({ value, at }: { value: string; at: number }): LocalCells[string] {
  const { v, lo } = cellOf({ value, at });
  return { v, lo, hi: lo, isDirty: true };
}

/** How many answers of an ended subject were given, or arrived, too late. */
export function lostAnswers({ lost }: Kept, { id, state }: Pick<EntrySitting, 'id' | 'state'>): number {
  return state === 'done' ? (lost[id] ?? 0) : 0;
}

/** Whole seconds left of a subject by the later clock; 0 at the end. */
export function secondsLeft({ deadline_at, minutes }: EntrySitting, { hi }: Pick<ClockPair, 'hi'>): number {
  const left = Math.ceil(((deadline_at ?? 0) - hi) / 1000);
  return Math.min(minutes * 60, Math.max(0, left));
}

/** Areas with less than two thirds right answers, the weakest first: what to learn next. */
export function weakAreas({ areas }: EntrySubjectResult): EntrySubjectResult['areas'] {
  const share = ({ right, total }: { right: number; total: number }) => right / Math.max(1, total);
  return areas
    .filter((area) => area.total > 0 && share(area) < 2 / 3)
    .sort((one, other) => share(one) - share(other));
}

/** The text of an answer: the chosen option, or what was typed. */
export function wordsOf({ options }: { options: readonly string[] }, value: string): string {
  return options.length > 0 ? (options[Number(value) - 1] ?? '') : value;
}
