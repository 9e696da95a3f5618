/**
 * The card company took money back (row 103 of money.md 7): this is a flag with a decision about access, never a
 * payment.
 */
import { asc, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { moneyTasks, type OrderRow, orderItems, paymentAttempts } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { endGrant } from '../order/grants.ts';
import { addTask } from '../order/tasks.ts';
import type { ChargebackOutcome } from '../refund/facts.ts';
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

/**
 * Closes one entry of the list. A chargeback closes only with what the card company decided, which stays in it: unless we
 * won, nothing of its order is ever refunded. A decision that was noted wrongly, or changes later, is noted once more.
 * Throws `StaffError` for one that is not on the list.
 */
export async function endTask(
  tx: Tx,
  deps: Deps,
  id: number,
  outcome: ChargebackOutcome | null,
  staff: Staff,
): Promise<void> {
  const isIt = eq(moneyTasks.id, id);
  const [task] = await tx.select().from(moneyTasks).where(isIt).for('update');
  const isChargeback = task?.kind === 'chargeback';
  if (!task || (task.done !== null && !isChargeback))
    throw new StaffError('その番号の確認待ちはありません。');
  if (isChargeback && outcome === null)
    throw new StaffError(
      'チャージバックは、カード会社の決定を指定して終えてください。当方の主張が認められたときは --won、認められなかったとき(代金が戻らないとき)は --lost です。',
    );
  if (!isChargeback && outcome !== null)
    throw new StaffError('--won と --lost は、チャージバックを終えるときだけ指定できます。');
  const before = { task: id, kind: task.kind };
  if (outcome === null) {
    await tx
      .update(moneyTasks)
      .set({ done: new Date(deps.clock.now()) })
      .where(isIt);
    return audit(tx, deps, staff, { act: 'done', orderId: task.orderId, before });
  }
  if (task.detail.outcome === outcome)
    throw new StaffError('そのチャージバックの決定は、もう記録しています。');
  await tx
    .update(moneyTasks)
    .set({ done: task.done ?? new Date(deps.clock.now()), detail: { ...task.detail, outcome } })
    .where(isIt);
  await audit(tx, deps, staff, {
    act: 'done',
    orderId: task.orderId,
    before: { ...before, outcome: task.detail.outcome ?? null },
    after: { outcome },
  });
}
