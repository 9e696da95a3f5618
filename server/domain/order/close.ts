/** How an order, or an attempt to pay it, ends without money. The caller holds the order's lock. */
import { eq } from 'drizzle-orm';
import type { OrderStatus, PayFailure } from '#contracts/shopOrder.ts';
import type { Tx } from '../../db/client.ts';
import { type AttemptRow, type AttemptState, type OrderRow, orders } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { returnCoupon } from '../coupon/holds.ts';
import { orderClosed } from '../subscription/events.ts';
import { moveAttempt } from './attempts.ts';
import { resolveUnknown } from './commands.ts';
import { orderMail } from './mails.ts';
import { isOver, isSettled } from './policy.ts';

/** Changes fields of an order and answers the changed row. */
export async function changeOrder(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  order: Pick<OrderRow, 'id'>,
  change: Partial<typeof orders.$inferInsert>,
): Promise<OrderRow> {
  const [row] = await tx
    .update(orders)
    .set({ ...change, modified: new Date(deps.clock.now()) })
    .where(eq(orders.id, order.id))
    .returning();
  if (!row) throw new Error('order vanished');
  return row;
}

/** Whether an order still waits for money. */
export function isOpen({ status }: { status: OrderStatus }): boolean {
  return !isSettled(status) && !isOver(status);
}

/**
 * Ends an order that nobody has paid: its coupon is free again, and its buyer is told (`null`: not told). It must have
 * no live attempt any more. An order that has ended or is paid stays as it is.
 */
export async function closeOrder(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  end: { status: 'canceled' | 'expired'; reason: string; mail: 'canceled' | 'expired' | null },
): Promise<OrderRow> {
  if (!isOpen(order)) return order;
  const closed = await changeOrder(tx, deps, order, {
    status: end.status,
    cancelReason: end.reason,
    canceledAt: new Date(deps.clock.now()),
    dueAt: null,
  });
  await returnCoupon(tx, order.id);
  await orderClosed(tx, deps, closed);
  // News about a subscription is in its own mails.
  if (end.mail !== null && closed.kind !== 'renewal') await orderMail(tx, deps, closed, end.mail);
  return closed;
}

/** Ends a live attempt that brought no money: nothing of it is searched for or kept any more. */
export async function endAttempt(
  tx: Tx,
  deps: Deps,
  attempt: AttemptRow,
  state: Extract<AttemptState, 'refused' | 'expired' | 'cancelled'>,
  why: { failure?: PayFailure; errorCode?: string | null } = {},
): Promise<AttemptRow> {
  await resolveUnknown(tx, attempt.id);
  const now = new Date(deps.clock.now());
  return moveAttempt(tx, deps, attempt, state, {
    ...why,
    isUnknown: false,
    nextCheckAt: null,
    redirectUrl: null,
    secret: null,
    fencedAt: attempt.fencedAt ?? now,
    endedAt: now,
  });
}
