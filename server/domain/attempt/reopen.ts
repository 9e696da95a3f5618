import { eq } from 'drizzle-orm';
import { lateMs } from '#contracts/examDeadline.ts';
import type { Tx } from '../../db/client.ts';
import { type ExamAttemptRow, examAttempts } from '../../db/schema/exam.ts';

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
