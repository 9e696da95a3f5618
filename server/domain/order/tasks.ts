import type { Tx } from '../../db/client.ts';
import { moneyTasks } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';

/**
 * What somebody of the staff has to look at (money.md 8). `late_payment`, `extra_payment`: money without a right ·
 * `amount_differs`: another sum than asked for · `refund_transfer`: owed back, by a transfer of ours · `refund_outside`:
 * the gateway gave back what we did not ask for · `unknown`: 30 minutes without an answer · `alarm`: our fault, a setting,
 * or nothing we know · `no_user`: paid for an account that is gone · `no_entry`: paid for an exam without an entry · `books`: the nightly comparison found a difference ·
 * `slip_open`: the gateway would not take a slip back · `chargeback`: the card company took the money back.
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
  | 'chargeback';

/** Puts something on the operator's list, once for a kind and an attempt, and in the log. Without personal data. */
export async function addTask(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'log'>,
  kind: TaskKind,
  about: { orderId: number; attemptId: number | null },
  detail: Record<string, string | number | null>,
): Promise<void> {
  deps.log.error('money_task', { kind, order: about.orderId, attempt: about.attemptId, ...detail });
  await tx
    .insert(moneyTasks)
    .values({ kind, ...about, detail, created: new Date(deps.clock.now()) })
    .onConflictDoNothing();
}
