/**
 * Rights from a paid order (money.md 2, R6): given once for each item, in the transaction that makes the order paid.
 */
import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { inventories } from '../../db/schema/learning.ts';
import { grants, type OrderItemRow, type OrderRow, orderItems, orders } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { enterPaid, examOfProduct, leaveRefunded } from '../exam/fee.ts';
import { accessEnd } from '../money/access.ts';
import { isSold, moveUpAfter } from './followOn.ts';
import { addTask } from './tasks.ts';

/** When somebody's access to a course ends. `null`: never; `undefined`: no access runs. */
async function runningEnd(
  tx: Tx,
  userId: number,
  courseId: number,
  at: Date,
): Promise<Date | null | undefined> {
  const [row] = await tx
    .select({ expireAt: inventories.expireAt })
    .from(inventories)
    .where(
      and(
        eq(inventories.userId, userId),
        eq(inventories.courseId, courseId),
        isSold,
        or(isNull(inventories.expireAt), gt(inventories.expireAt, at)),
      ),
    )
    .orderBy(sql`${inventories.expireAt} desc nulls first`, desc(inventories.id))
    .limit(1);
  return row?.expireAt;
}

/**
 * Gives access to one course. Bought again while it runs, the new access counts from the old end. Answers the item of
 * the library.
 */
async function giveCourse(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  userId: number,
  courseId: number,
  item: OrderItemRow,
  paidAt: Date,
): Promise<number> {
  const old = await runningEnd(tx, userId, courseId, paidAt);
  const isEndless = item.accessDays === null || old === null;
  const expireAt = isEndless
    ? null
    : new Date(accessEnd(paidAt.getTime(), item.accessDays ?? 0, old?.getTime() ?? null));
  const now = new Date(deps.clock.now());
  const [made] = await tx
    .insert(inventories)
    .values({ userId, courseId, productId: item.productId, expireAt, created: now, modified: now })
    .returning({ id: inventories.id });
  if (!made) throw new Error('inventory was not stored');
  return made.id;
}

/** Gives the rights of one item, unless they were given before. */
async function grantItem(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'log'>,
  userId: number | null,
  item: OrderItemRow,
  paidAt: Date,
): Promise<void> {
  const [made] = await tx
    .insert(grants)
    .values({ orderItemId: item.id, inventories: [], given: paidAt })
    .onConflictDoNothing()
    .returning({ id: grants.id });
  // Access from a plan moves along with its periods (subscription/access.ts).
  if (!made || userId === null || item.type === 'plan') return;
  const examId = examOfProduct(item.productId);
  if (examId !== null) {
    const isEntered = await enterPaid(tx, deps, userId, examId);
    if (!isEntered)
      await addTask(tx, deps, 'no_entry', { orderId: item.orderId, attemptId: null }, { examId });
    return;
  }
  const given: number[] = [];
  for (const courseId of item.courses) given.push(await giveCourse(tx, deps, userId, courseId, item, paidAt));
  await tx.update(grants).set({ inventories: given }).where(eq(grants.id, made.id));
}

/**
 * Gives everything that an order contains. The user's row is locked, so that two orders for one course count their days
 * one after the other. An account that was deleted or withdrawn gets nothing: the operator is told, and the money is
 * refunded by hand.
 */
export async function grantOrder(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'log'>,
  order: OrderRow,
  paidAt: Date,
): Promise<void> {
  const [user] =
    order.userId === null
      ? []
      : await tx
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.id, order.userId), isNull(users.withdrawn)))
          .for('update');
  const items = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.place));
  for (const item of items) await grantItem(tx, deps, user?.id ?? null, item, paidAt);
  if (!user) await addTask(tx, deps, 'no_user', { orderId: order.id, attemptId: null }, {});
}

/** Notes which items of the library an order of a plan has opened. */
export async function nameGrant(tx: Tx, orderId: number, given: number[]): Promise<void> {
  const items = tx.select({ id: orderItems.id }).from(orderItems).where(eq(orderItems.orderId, orderId));
  await tx.update(grants).set({ inventories: given }).where(inArray(grants.orderItemId, items));
}

/** Takes back the entry of an exam whose fee an item was. */
async function endEntry(tx: Tx, deps: Pick<Deps, 'clock'>, orderItemId: number): Promise<void> {
  const [item] = await tx
    .select({ productId: orderItems.productId, userId: orders.userId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orderItems.id, orderItemId));
  const examId = item ? examOfProduct(item.productId) : null;
  if (item?.userId != null && examId !== null) await leaveRefunded(tx, deps, item.userId, examId);
}

/**
 * Ends the rights of one item at a moment; rights that have ended before stay as they are. Lessons can no longer be
 * read; marks and records stay. What was bought of the same courses after it begins earlier then. Answers whether there
 * was something to end.
 */
export async function endGrant(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  orderItemId: number,
  at: Date,
): Promise<boolean> {
  const [ended] = await tx
    .update(grants)
    .set({ ended: at })
    .where(and(eq(grants.orderItemId, orderItemId), isNull(grants.ended)))
    .returning({ inventories: grants.inventories });
  if (!ended) return false;
  await endEntry(tx, deps, orderItemId);
  if (ended.inventories.length > 0) {
    const runs = or(isNull(inventories.expireAt), gt(inventories.expireAt, at));
    await tx
      .update(inventories)
      .set({ expireAt: at, modified: new Date(deps.clock.now()) })
      // A plan's items belong to all its periods: they end with the subscription (subscription/returned.ts).
      .where(and(inArray(inventories.id, ended.inventories), runs, isSold));
    await moveUpAfter(tx, deps, ended.inventories, at);
  }
  return true;
}
