import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { type AttemptRow, type OrderRow, orders, paymentAttempts } from '../../db/schema/order.ts';
import { subscriptions } from '../../db/schema/subscription.ts';

/** The lock of the subscription that an order pays for comes first; an order never changes to another subscription. */
async function lockItsSubscription(tx: Tx, orderId: number): Promise<void> {
  const [of] = await tx.select({ id: orders.subscriptionId }).from(orders).where(eq(orders.id, orderId));
  if (of?.id == null) return;
  await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.id, of.id))
    .for('update');
}

/**
 * The order, locked for everything about it until `tx` ends (money.md 2). Lock order: only a cart, a checkout and a
 * subscription are locked before it; attempts, coupons and users after it.
 */
export async function lockOrder(tx: Tx, orderId: number): Promise<OrderRow> {
  await lockItsSubscription(tx, orderId);
  const [row] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!row) throw new Error('order vanished');
  return row;
}

/** All attempts to pay an order, the oldest first. */
export function attemptsOf(tx: Tx, orderId: number): Promise<AttemptRow[]> {
  return tx
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(asc(paymentAttempts.n));
}
