import type { AnswerKey } from '#contracts/examKey.ts';
import { type GroupScore, score } from '#contracts/examScore.ts';
import { questions } from './questions.ts';

/** How long the practice lasts, ms. */
export const lastsMs = 10 * 60_000;

/** One run through the questions. Times are the server's, epoch ms: changing the device clock gains no time. */
export type Attempt = {
  /** The answers, by question. */
  answers: Record<string, string>;
  /** The flagged questions. */
  flags: string[];
  /** Index of the open question. */
  current: number;
  endsAt: number;
  handedIn: { at: number; isTimeUp: boolean } | null;
};

/** A new run that begins now. */
export function beginAttempt(at: number): Attempt {
  return { answers: {}, flags: [], current: 0, endsAt: at + lastsMs, handedIn: null };
}

/** Sets an answer; an empty one removes it. What has been handed in stays as it is. */
export function withAnswer(attempt: Attempt, id: string, value: string): Attempt {
  if (attempt.handedIn) return attempt;
  const { [id]: _, ...others } = attempt.answers;
  return { ...attempt, answers: value === '' ? others : { ...others, [id]: value } };
}

/** Flags a question, or removes the flag. */
export function withFlag(attempt: Attempt, id: string): Attempt {
  const { flags } = attempt;
  const others = flags.filter((flag) => flag !== id);
  return { ...attempt, flags: others.length < flags.length ? others : [...flags, id] };
}

/** Opens a question. */
export function withCurrent(attempt: Attempt, current: number): Attempt {
  return { ...attempt, current: Math.min(questions.length - 1, Math.max(0, current)) };
}

/** Whole seconds left; 0 at the end. */
export function secondsLeft({ endsAt }: Attempt, present: number): number {
  return Math.min(lastsMs / 1000, Math.max(0, Math.ceil((endsAt - present) / 1000)));
}

/** Hands the answers in. Only the first time counts. */
export function handIn(attempt: Attempt, at: number, isTimeUp = false): Attempt {
  return attempt.handedIn ? attempt : { ...attempt, handedIn: { at, isTimeUp } };
}

/** How many questions have an answer. */
export function answeredCount({ answers }: Attempt): number {
  return questions.filter(({ id }) => (answers[id] ?? '') !== '').length;
}

/** The answer key of the practice, for the marking code of all exams (exams.md 5). */
const key: AnswerKey = {
  choices: [],
  groups: questions.map(({ id, options, answer }) => ({
    id,
    question: id,
    section: '',
    unit: '',
    skill: '',
    slots: [{ id, kind: options ? 'choice' : 'number' }],
    rule: 'each',
    points: 1,
    keys: { [id]: [answer] },
  })),
};

/** The result of each question, in their order. */
export function marksOf({ answers }: Pick<Attempt, 'answers'>): GroupScore[] {
  return score(key, answers).groups;
}

/** How many answers are right. */
export function rightCount(attempt: Pick<Attempt, 'answers'>): number {
  return marksOf(attempt).filter(({ state }) => state === 'right').length;
}
