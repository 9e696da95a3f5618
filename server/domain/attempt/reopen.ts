import { eq } from 'drizzle-orm';
import { lateMs } from '#contracts/examDeadline.ts';
import type { Tx } from '../../db/client.ts';
import { type ExamAttemptRow, examAttempts } from '../../db/schema/exam.ts';
import { type OpenTimes, openTimes } from '../exam/openTimes.ts';
import { examOf } from './facts.ts';
import { isSettled } from './late.ts';

/** What an exam has told a taker: at once means with the end of the own attempt. */
function isTold(attempt: ExamAttemptRow, { marks, keys }: OpenTimes, now: number): boolean {
  return [marks, keys].some((opens) => (opens === null ? isSettled(attempt, now) : now >= opens.getTime()));
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
  const added = ends - attempt.deadline.getTime();
  const change = { reopenedMs: null, givenMs: attempt.givenMs + added, deadline: new Date(ends) };
  await tx.update(examAttempts).set(change).where(eq(examAttempts.id, attempt.id));
  return { ...attempt, ...change };
}
