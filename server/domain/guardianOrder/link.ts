/** What the link of a guardian opens: one order and nothing else (money.md 4.11). */
import { eq } from 'drizzle-orm';
import type { GuardianOrderState } from '#contracts/shopGuardian.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type GuardianOrderRow, guardianOrders } from '../../db/schema/guardianOrder.ts';
import { type OrderRow, orders } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { type ApiError, notFound } from '../../errors.ts';
import { hashToken } from '../accounts/tokens.ts';
import { lockCart } from '../cart/store.ts';
import { lockOrder } from '../order/lock.ts';
import { isOver, isSettled } from '../order/policy.ts';

/** An order and the question to its guardian. */
export type Linked = { order: OrderRow; row: GuardianOrderRow };

/**
 * 404 for a link that has expired, was replaced or never existed: all get the same answer, and nobody is logged out by
 * it.
 */
export function linkGone(): ApiError {
  return notFound('このリンクは使えません。期限が切れているか、新しいメールが送られています。');
}

/** The order behind a link; throws 404 for an invalid link. */
export async function findLinked(db: Db, deps: Pick<Deps, 'clock'>, token: string): Promise<Linked> {
  const [found] = await db
    .select({ row: guardianOrders, order: orders })
    .from(guardianOrders)
    .innerJoin(orders, eq(orders.id, guardianOrders.orderId))
    .where(eq(guardianOrders.tokenHash, hashToken(token)))
    .limit(1);
  if (!found || found.row.expires.getTime() <= deps.clock.now()) throw linkGone();
  return found;
}

/** Like `findLinked`, with the locks of the buyer's cart, the order and the question, in this order. */
export async function lockLinked(tx: Tx, deps: Deps, token: string): Promise<Linked> {
  const { order: seen } = await findLinked(tx, deps, token);
  if (seen.userId !== null) await lockCart(tx, seen.userId, deps.clock.now());
  const order = await lockOrder(tx, seen.id);
  const [row] = await tx
    .select()
    .from(guardianOrders)
    .where(eq(guardianOrders.orderId, order.id))
    .for('update');
  // While this waited for the locks, another mail may have been sent.
  const isSame = row !== undefined && row.tokenHash === hashToken(token);
  if (!isSame || row.expires.getTime() <= deps.clock.now()) throw linkGone();
  return { order, row };
}

/** The state of the order for the guardian. Pure. */
export function linkState({ order, row }: Linked, now: number): GuardianOrderState {
  if (isSettled(order.status)) return 'paid';
  if (row.decision === 'declined') return 'declined';
  if (isOver(order.status)) return 'over';
  if (order.status !== 'awaiting_guardian') return 'approved';
  return order.dueAt !== null && order.dueAt.getTime() <= now ? 'over' : 'asked';
}
