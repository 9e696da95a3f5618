import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { lateMs } from '#contracts/examDeadline.ts';
import type { Tx } from '../../db/client.ts';
import { type ExamAttemptRow, examAttempts } from '../../db/schema/exam.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { endedNews, tellTakers } from '../exam/notices.ts';
import { queueCards, queueScores } from '../examResult/queue.ts';
import { waitedMs } from './deadline.ts';
import { endOf } from './submit.ts';

/**
 * How long after its deadline the server ends an attempt, milliseconds. A device that is online hands in before that.
 */
export const graceMs = 120_000;
const batch = 500;

/** Whether an attempt is to be ended: its time is over. After a reopening, the taker has a day to come back. */
export function isDue({ state, deadline, reopenedMs }: ExamAttemptRow, now: number): boolean {
  const end = deadline.getTime();
  return state === 'running' && end + graceMs <= now && (reopenedMs === null || end + lateMs < now);
}

/**
 * Ends attempts whose time is over, with the answers that the server has. Their rows are locked. Answers the changed
 * rows.
 */
export async function endByTime(
  tx: Tx,
  deps: Deps,
  rows: readonly ExamAttemptRow[],
): Promise<ExamAttemptRow[]> {
  if (rows.length === 0) return [];
  const now = deps.clock.now();
  const ended: ExamAttemptRow[] = [];
  for (const row of rows) {
    // Dated at the deadline: with a later time, running out of time would look like being late (exams.md 3.7).
    const end = endOf(deps, row, 'time', { submittedAt: row.deadline, handedInAt: null });
    // Of who was awaited and did not come, the time until now has passed, too.
    const change = { ...end, givenMs: row.givenMs + waitedMs(row) };
    await tx.update(examAttempts).set(change).where(eq(examAttempts.id, row.id));
    ended.push({ ...row, ...change });
  }
  await queueScores(
    tx,
    rows.map(({ id }) => id),
    now,
  );
  for (const row of ended) await queueCards(tx, row, now);
  await tellTakers(tx, deps, new Map(ended.map(({ id, deadline }) => [id, endedNews(deadline)])));
  return ended;
}

/** Ends one batch of attempts whose time is over. Answers how many. */
async function endBatch(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  return transaction(deps.db, async (tx) => {
    const isOver = lt(examAttempts.deadline, new Date(now - graceMs));
    const isBack = or(isNull(examAttempts.reopenedMs), lt(examAttempts.deadline, new Date(now - lateMs)));
    const rows = await tx
      .select()
      .from(examAttempts)
      .where(and(eq(examAttempts.state, 'running'), isOver, isBack))
      .orderBy(examAttempts.deadline)
      .limit(batch)
      .for('update', { skipLocked: true });
    return (await endByTime(tx, deps, rows)).length;
  });
}

/**
 * Ends attempts whose time is over, with the answers that the server has. Safe in several processes: each takes rows
 * that no other one holds, and an attempt ends only once.
 */
export async function endDueAttempts(deps: Deps): Promise<number> {
  let ended = 0;
  for (;;) {
    const count = await endBatch(deps);
    ended += count;
    if (count < batch) return ended;
  }
}
