import { and, eq, notInArray } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { type OrderRow, orders } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { returnCoupon } from '../coupon/holds.ts';
import { orderMail } from './mails.ts';

/** Orders in these states do not end unpaid any more: they were paid, or have ended. */
const final = [
  'paid',
  'refund_requested',
  'partially_refunded',
  'refunded',
  'expired',
  'canceled',
] as const satisfies OrderRow['status'][];

/**
 * Ends an order that nobody paid, once no attempt of it can come to money any more (money.md 4.13): its coupon is free
 * again, and the buyer is told. Whoever comes second changes nothing, so that the coupon comes back once, also when an
 * expiry and a cancellation meet (row 8). Answers the order as it is then. The caller holds the order's lock.
 */
export async function endUnpaid(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  status: 'canceled' | 'expired',
  reason: string | null = null,
): Promise<OrderRow> {
  const now = new Date(deps.clock.now());
  const [ended] = await tx
    .update(orders)
    .set({
      status,
      modified: now,
      ...(status === 'canceled' ? { canceledAt: now } : {}),
      ...(reason === null ? {} : { cancelReason: reason }),
    })
    .where(and(eq(orders.id, order.id), notInArray(orders.status, [...final])))
    .returning();
  if (!ended) return order;
  await returnCoupon(tx, order.id);
  await orderMail(tx, deps, ended, status);
  return ended;
}
