import { type Answers, isSameAnswers, mergeAnswers } from '#contracts/answerRule.ts';
import type { EntrySitting, EntrySubject, EntrySubjectResult, EntryTest } from '#contracts/entryExam.ts';

/** What this device knows of a test. Moments are the server's, epoch ms. */
export type Kept = {
  /** Of the mailed link by which it was opened last. */
  token: string;
  /** As the server last told it. */
  test: EntryTest;
  /** What was answered here, by subject; what the server has is in `test`. */
  answers: Partial<Record<EntrySubject, Answers>>;
  /** Place of the question that is open, by subject. */
  places: Partial<Record<EntrySubject, number>>;
  /** Subjects handed in here, by hand or by the clock; the server may not know yet. */
  handedIn: EntrySubject[];
};

/** What has to be sent next. */
export type Job = { kind: 'save' | 'submit'; subject: EntrySubject; answers: Answers };

function withOne<Value>(map: Partial<Record<EntrySubject, Value>>, subject: EntrySubject, value: Value) {
  return { ...map, [subject]: value };
}

/** The answers of a subject as they stand: here and at the server, the later change of each. */
export function answersOf({ answers }: Kept, sitting: EntrySitting): Answers {
  return mergeAnswers(sitting.answers, answers[sitting.id] ?? {});
}

/** The subject whose time runs; `null`: none. */
export function runningOf({ test }: Kept): EntrySitting | null {
  return test.subjects.find(({ state }) => state === 'running') ?? null;
}

/** Whether the running subject takes no more answers: handed in, or its time is up. */
export function isClosed({ handedIn }: Kept, sitting: EntrySitting, present: number): boolean {
  return handedIn.includes(sitting.id) || (sitting.deadline_at !== null && present >= sitting.deadline_at);
}

/** Another answer; an empty one takes the former away. After the end nothing changes any more. */
export function withAnswer(kept: Kept, sitting: EntrySitting, id: string, value: string, at: number): Kept {
  if (isClosed(kept, sitting, at)) return kept;
  // Later than what it replaces, even when this device's clock was just set back.
  const former = answersOf(kept, sitting)[id]?.at ?? 0;
  const answer = { value, at: Math.max(at, former + 1) };
  const own = { ...kept.answers[sitting.id], [id]: answer };
  return { ...kept, answers: withOne(kept.answers, sitting.id, own) };
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

/** What the server does not have yet; `null`: it has everything. Only a subject whose time runs takes anything. */
export function nextJob(kept: Kept): Job | null {
  const sitting = runningOf(kept);
  if (!sitting) return null;
  const answers = answersOf(kept, sitting);
  if (kept.handedIn.includes(sitting.id)) return { kind: 'submit', subject: sitting.id, answers };
  return isSameAnswers(answers, sitting.answers) ? null : { kind: 'save', subject: sitting.id, answers };
}

/**
 * What is known after a save: the server's answers. It may have taken one as of another moment, or not at all; what was
 * sent and not changed meanwhile is therefore the server's from now on, so that nothing is sent for ever.
 */
export function withSaved(
  kept: Kept,
  { subject, answers: sent }: Job,
  saved: { answers: Answers; deadline_at: number },
): Kept {
  const own = Object.fromEntries(
    Object.entries(kept.answers[subject] ?? {}).filter(
      ([id, { value, at }]) => sent[id]?.value !== value || sent[id]?.at !== at,
    ),
  );
  const subjects = kept.test.subjects.map((sitting) =>
    sitting.id === subject ? { ...sitting, answers: saved.answers, deadline_at: saved.deadline_at } : sitting,
  );
  return { ...kept, test: { ...kept.test, subjects }, answers: withOne(kept.answers, subject, own) };
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
    return { ...sitting, answers: mergeAnswers(former.answers, sitting.answers) };
  });
  return { ...newer, subjects };
}

/** The test as the server tells it anew; what was answered here stays until the server has it. */
export function withTest(kept: Kept | null, token: string, test: EntryTest): Kept {
  const isSame = kept?.test.id === test.id;
  return {
    token,
    test: isSame ? newerTest(kept.test, test) : test,
    answers: isSame ? kept.answers : {},
    places: isSame ? kept.places : {},
    handedIn: isSame ? kept.handedIn : [],
  };
}

/** What two tabs of this device know, as one: the newer word of the server, and no answer of either is lost. */
export function joinKept(own: Kept, other: Kept): Kept {
  const answers = { ...other.answers };
  for (const { id } of own.test.subjects) {
    const mine = own.answers[id];
    if (mine) answers[id] = mergeAnswers(other.answers[id] ?? {}, mine);
  }
  const test = newerTest(own.test, other.test);
  return { ...other, test, answers, handedIn: [...new Set([...own.handedIn, ...other.handedIn])] };
}

/** Answers of a subject that is over which the server did not get in time. */
export function lostAnswers(kept: Kept, sitting: Pick<EntrySitting, 'id' | 'state' | 'answers'>): number {
  if (sitting.state !== 'done') return 0;
  const own = Object.entries(kept.answers[sitting.id] ?? {});
  return own.filter(([id, { value, at }]) => {
    const known = sitting.answers[id];
    return value.trim() !== '' && value.trim() !== (known?.value ?? '') && at > (known?.at ?? 0);
  }).length;
}

/** Whole seconds that are left of a subject, none at the end. */
export function secondsLeft({ deadline_at, minutes }: EntrySitting, present: number): number {
  const left = Math.ceil(((deadline_at ?? 0) - present) / 1000);
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
