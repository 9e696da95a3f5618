import type { Tx } from '../../db/client.ts';
import type { ExamAttemptRow } from '../../db/schema/exam.ts';
import { examJobs } from '../../db/schema/examResult.ts';
import { examOf } from '../attempt/facts.ts';
import { lateUntil } from '../attempt/late.ts';
import { openTimes } from '../exam/openTimes.ts';

/** Queues attempts to be marked soon. Queued twice, they are marked once. */
export async function queueScores(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((attemptId) => ({ kind: 'score' as const, attemptId, due: new Date(now) }));
  await tx.insert(examJobs).values(rows).onConflictDoNothing();
}

/** Queues one attempt to be marked soon. */
export function queueScore(tx: Tx, id: string, now: number): Promise<void> {
  return queueScores(tx, [id], now);
}

/**
 * When the cards of an ended attempt are made, epoch milliseconds: the keys of the exam are open, and no answers of a
 * device are awaited. `now` when both is so already.
 */
export async function cardsDue(tx: Tx, attempt: ExamAttemptRow, now: number): Promise<number> {
  const { keys } = await openTimes(tx, await examOf(tx, attempt.examId), now);
  const awaited = lateUntil(attempt, now);
  return Math.max(now, keys?.getTime() ?? now, awaited ? awaited.getTime() + 1 : now);
}

/** Queues review cards, to be made when the keys of the exam open (exams.md 6). */
export async function queueCards(tx: Tx, attempt: ExamAttemptRow, now: number): Promise<void> {
  if (attempt.userId === null) return;
  const due = new Date(await cardsDue(tx, attempt, now));
  await tx
    .insert(examJobs)
    .values({ kind: 'cards', attemptId: attempt.id, due })
    .onConflictDoUpdate({ target: [examJobs.kind, examJobs.attemptId], set: { due } });
}
