import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { orderItems, orders } from '../../db/schema/order.ts';
import { subscriptionPeriods } from '../../db/schema/subscription.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import { kickMoney } from '../order/kick.ts';
import { lockOrder } from '../order/lock.ts';
import { decideRefund } from '../refund/decide.ts';

const batch = 20;

/** Paid renewals whose period is void, because they were cancelled while the charge was under way. */
function unwanted(deps: Deps) {
  return deps.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(subscriptionPeriods, eq(subscriptionPeriods.orderId, orders.id))
    .where(and(eq(orders.status, 'paid'), eq(subscriptionPeriods.state, 'void')))
    .orderBy(asc(orders.id))
    .limit(batch);
}

async function giveBack(tx: Tx, deps: Deps, orderId: number): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order.status !== 'paid' || order.total === 0) return;
  const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  await decideRefund(tx, deps, order, {
    kind: 'staff',
    key: 'cancelled-renewal',
    lines: items.map(({ id, name, paid, rate }) => ({ item: id, name, amount: paid, rate, ends: true })),
    reason: '解約と同時に行われた更新',
    askedBy: 'buyer',
    actor: null,
  });
}

/**
 * Gives back in full what was charged during a cancellation (money.md 4.16 ⑤, row 85). Safe in several processes: there
 * is one refund for each key.
 */
export async function giveBackUnwanted(deps: Deps): Promise<void> {
  const found = await unwanted(deps);
  for (const { id } of found) {
    await transaction(deps.db, (tx) => giveBack(tx, deps, id)).catch((error: unknown) =>
      deps.log.error('renewal_not_given_back', { order: id, ...failureFields(error) }),
    );
  }
  if (found.length > 0) kickMoney(deps);
}
