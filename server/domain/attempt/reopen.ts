import { eq } from 'drizzle-orm';
import { lateMs } from '#contracts/examDeadline.ts';
import type { Tx } from '../../db/client.ts';
import { type ExamAttemptRow, examAttempts } from '../../db/schema/exam.ts';
import { type OpenTimes, openTimes } from '../exam/openTimes.ts';
import { deadlineOf, waitedMs } from './deadline.ts';
import { examOf } from './facts.ts';
import { isSettled } from './late.ts';

/**
 * Most that all given time of an attempt may come to, milliseconds ◆: with it counts the time until the taker is back,
 * so it is also how long after its end an attempt can be opened again. The column has room for 24 days.
 */
const mostGivenMs = 20 * 86_400_000;

/** Whether an operator can still give time to an attempt that the clock has ended: not weeks after that. */
export function isReopenable(
  { deadline, givenMs }: Pick<ExamAttemptRow, 'deadline' | 'givenMs'>,
  now: number,
): boolean {
  return givenMs + Math.max(0, now - deadline.getTime()) <= mostGivenMs;
}

/**
 * The end of an attempt that waits for its taker with so much left: as if the taker came now. The day in which the
 * attempt waits is counted from it, so whatever is given or found later begins the day anew (exams.md 3.7).
 */
export function awaitedEnd(parts: Parameters<typeof deadlineOf>[0], left: number, now: number): Date {
  return new Date(Math.max(deadlineOf(parts).getTime(), now + left));
}

/** What an exam has told a taker: at once means with the end of the own attempt. */
function isTold(attempt: ExamAttemptRow, { marks, keys }: OpenTimes, now: number): boolean {
  return [marks, keys].some((opens) => (opens === null ? isSettled(attempt, now) : now >= opens.getTime()));
}

/** Whether the taker of an attempt has been told marks or keys of it by now. */
export async function wasTold(tx: Tx, attempt: ExamAttemptRow, now: number): Promise<boolean> {
  return isTold(attempt, await openTimes(tx, await examOf(tx, attempt.examId), now), now);
}

/**
 * Answers how an attempt that the clock has ended is opened again. Marks or keys that were told before make it one that
 * is looked into: it stays out of rank and 偏差値 until somebody has seen what changed after that (exams.md 3.7).
 */
export function reopening(
  tx: Tx,
  now: number,
): (attempt: ExamAttemptRow) => Promise<Partial<ExamAttemptRow>> {
  const times = new Map<number, OpenTimes>();
  return async (attempt) => {
    const { examId } = attempt;
    const opens = times.get(examId) ?? (await openTimes(tx, await examOf(tx, examId), now));
    times.set(examId, opens);
    const looked = isTold(attempt, opens, now) ? { needsLook: true } : {};
    return { state: 'running', endedBy: null, submittedAt: null, handedInAt: null, ...looked };
  };
}

/**
 * Continues an attempt that an outage reopened after its end: its time runs from the moment its taker is back, with
 * what was left then, within a day (exams.md 3.7). Called with the first sign of the taker. Other attempts are left as
 * they are.
 */
export async function welcomeBack(tx: Tx, attempt: ExamAttemptRow, now: number): Promise<ExamAttemptRow> {
  if (attempt.reopenedMs === null || attempt.state !== 'running') return attempt;
  const isTooLate = now > attempt.deadline.getTime() + lateMs;
  const ends = isTooLate
    ? attempt.deadline.getTime()
    : Math.max(attempt.deadline.getTime(), now + attempt.reopenedMs);
  const added = ends - attempt.deadline.getTime() + waitedMs(attempt);
  const change = { reopenedMs: null, givenMs: attempt.givenMs + added, deadline: new Date(ends) };
  await tx.update(examAttempts).set(change).where(eq(examAttempts.id, attempt.id));
  return { ...attempt, ...change };
}
