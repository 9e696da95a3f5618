import { eq } from 'drizzle-orm';
import { type Outage, outageExtra } from '#contracts/examDeadline.ts';
import type { Tx } from '../../db/client.ts';
import { type ExamAttemptRow, examAttempts } from '../../db/schema/exam.ts';

type Parts = Pick<ExamAttemptRow, 'baseDeadline' | 'startMs' | 'outageMs' | 'givenMs'>;

/** The deadline with everything that was added. */
export function deadlineOf({ baseDeadline, startMs, outageMs, givenMs }: Parts): Date {
  return new Date(baseDeadline.getTime() + startMs + outageMs + givenMs);
}

/**
 * How far the end of an attempt that waits for its taker (`reopenedMs`) has moved on by itself, milliseconds: nobody
 * lost this time, so outages are not counted over it. With the taker's return or the end it becomes time given. 0 for
 * all other attempts.
 */
export function waitedMs(attempt: Parts & Pick<ExamAttemptRow, 'deadline'>): number {
  return attempt.deadline.getTime() - deadlineOf(attempt).getTime();
}

/** All that was added, milliseconds. */
export function extraOf({ startMs, outageMs, givenMs }: Parts): number {
  return startMs + outageMs + givenMs;
}

/** What outages add to an attempt, milliseconds. */
export function outageMsOf(
  { startedAt, baseDeadline, startMs, givenMs }: Parts & Pick<ExamAttemptRow, 'startedAt'>,
  outages: readonly Outage[],
): number {
  return Math.round(outageExtra(startedAt.getTime(), baseDeadline.getTime() + startMs + givenMs, outages));
}

/** Adds time to an attempt whose row is locked. Answers the changed row. */
export async function addTime(
  tx: Tx,
  attempt: ExamAttemptRow,
  added: Partial<Pick<ExamAttemptRow, 'startMs' | 'outageMs' | 'givenMs'>>,
): Promise<ExamAttemptRow> {
  const next = { ...attempt, ...added };
  const deadline = new Date(deadlineOf(next).getTime() + waitedMs(attempt));
  await tx
    .update(examAttempts)
    .set({ ...added, deadline })
    .where(eq(examAttempts.id, attempt.id));
  return { ...next, deadline };
}
