import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { moneyTasks } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';

/**
 * Tasks for the staff (money.md 8). `late_payment`, `extra_payment`: money without a right · `amount_differs`: another
 * sum than requested · `refund_transfer`: owed back, by our own bank transfer · `refund_outside`: the gateway gave
 * money back without our request · `unknown`: 30 minutes without an answer · `alarm`: our fault, a setting, or
 * something unknown · `no_user`: paid for a deleted account · `no_entry`: paid for an exam without an entry · `books`:
 * the nightly comparison found a difference · `slip_open`: the gateway refused to cancel a slip · `chargeback`: the
 * card company took the money back · `document_failed`: a paper cannot be drawn.
 */
export type TaskKind =
  | 'late_payment'
  | 'extra_payment'
  | 'amount_differs'
  | 'refund_transfer'
  | 'refund_outside'
  | 'unknown'
  | 'alarm'
  | 'no_user'
  | 'no_entry'
  | 'books'
  | 'slip_open'
  | 'chargeback'
  | 'document_failed';

/**
 * Puts a task on the operator's list and in the log. Without personal data. One task for each kind and attempt: what
 * comes while it is open is told by that one, with the newest detail. After it is done, a further deed with money opens
 * a new one; a state that staff has closed does not come back, unless somebody has done something since that met it
 * again (`isNews`, of states only).
 */
export async function addTask(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'log'>,
  kind: TaskKind,
  about: { orderId: number | null; attemptId: number | null },
  detail: Record<string, string | number | null>,
  { isNews = false }: { isNews?: boolean } = {},
): Promise<void> {
  deps.log.error('money_task', { kind, order: about.orderId, attempt: about.attemptId, ...detail });
  const created = new Date(deps.clock.now());
  const added = await tx
    .insert(moneyTasks)
    .values({ kind, ...about, detail, created })
    .onConflictDoNothing()
    .returning({ id: moneyTasks.id });
  if (added.length > 0 || about.attemptId === null) return;
  const isIt = and(eq(moneyTasks.kind, kind), eq(moneyTasks.attemptId, about.attemptId));
  await tx
    .update(moneyTasks)
    .set({ detail })
    .where(and(isIt, isNull(moneyTasks.done)));
  if (!isNews) return;
  await tx
    .update(moneyTasks)
    .set({ detail, created, done: null })
    .where(and(isIt, isNotNull(moneyTasks.done)));
}
