/**
 * The card company took money back (row 103 of money.md 7): this is a flag with a decision about access, never a
 * payment.
 */
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { moneyTasks, type OrderRow, orderItems, paymentAttempts } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { endGrant } from '../order/grants.ts';
import { addTask } from '../order/tasks.ts';
import { refundsOf } from '../refund/store.ts';
import { planReturned } from '../subscription/returned.ts';
import { audit, type Staff, StaffError } from './audit.ts';

/** Flags a chargeback. Answers the yen of the order that were refunded before: they are not paid a second time. */
export async function flagChargeback(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  { yen, endsAccess }: { yen: number; endsAccess: boolean },
  staff: Staff,
): Promise<number> {
  const [attempt] = await tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, order.id))
    .orderBy(desc(paymentAttempts.n))
    .limit(1);
  const refunded = (await refundsOf(tx, order.id))
    .filter(({ kind, state }) => kind !== 'duplicate' && state !== 'proposed')
    .reduce((sum, { amount }) => sum + amount, 0);
  const about = { orderId: order.id, attemptId: attempt?.id ?? null };
  await addTask(tx, deps, 'chargeback', about, { yen, refunded });
  if (endsAccess) {
    const items = await tx
      .select({ id: orderItems.id })
      .from(orderItems)
      .where(eq(orderItems.orderId, order.id))
      .orderBy(asc(orderItems.place));
    for (const { id } of items) await endGrant(tx, deps, id, new Date(deps.clock.now()));
    await planReturned(tx, deps, order);
  }
  await audit(tx, deps, staff, {
    act: 'chargeback',
    orderId: order.id,
    after: { yen, refunded, endsAccess },
  });
  return refunded;
}

/** Closes one entry of the list. Throws `StaffError` for one that is not on it. */
export async function endTask(tx: Tx, deps: Deps, id: number, staff: Staff): Promise<void> {
  const [row] = await tx
    .update(moneyTasks)
    .set({ done: new Date(deps.clock.now()) })
    .where(and(eq(moneyTasks.id, id), isNull(moneyTasks.done)))
    .returning({ kind: moneyTasks.kind, orderId: moneyTasks.orderId });
  if (!row) throw new StaffError('その番号の確認待ちはありません。');
  await audit(tx, deps, staff, { act: 'done', orderId: row.orderId, before: { task: id, kind: row.kind } });
}
