/**
 * Access that was bought while older access to the same course still ran (money.md 5.8): it begins where the older one
 * ends. When that one is given back, whatever follows moves up, so that nobody has days that nobody paid.
 */
import { and, asc, eq, inArray, isNull, notLike, or } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { inventories } from '../../db/schema/learning.ts';
import { grants, orderItems, orders } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { accessEnd } from '../money/access.ts';

/** Library items that were bought, for good or for a time; not those from a plan. */
export const isSold = or(isNull(inventories.productId), notLike(inventories.productId, 'plan-%'));

/** One item of the library. `end`: also while the staff holds it back; `null`: never. */
type Link = {
  id: number;
  end: Date | null;
  /** What gave it, unless that has ended: the days that were bought (`null`: for good), and its hold. */
  given: { grantId: number; days: number | null; held: (typeof grants.$inferSelect)['held'] } | null;
};

/** The grants of somebody's orders that have not ended, by the items of the library. */
async function givenTo(tx: Tx, userId: number): Promise<Map<number, NonNullable<Link['given']>>> {
  const rows = await tx
    .select({
      grantId: grants.id,
      items: grants.inventories,
      held: grants.held,
      days: orderItems.accessDays,
    })
    .from(grants)
    .innerJoin(orderItems, eq(orderItems.id, grants.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(orders.userId, userId), isNull(grants.ended)));
  return new Map(rows.flatMap(({ items, ...given }) => items.map((id) => [id, given])));
}

/** Everything that was sold to somebody of one course, in the order in which it was given. */
async function chainOf(tx: Tx, userId: number, courseId: number): Promise<Link[]> {
  const given = await givenTo(tx, userId);
  const rows = await tx
    .select({ id: inventories.id, expireAt: inventories.expireAt })
    .from(inventories)
    .where(and(eq(inventories.userId, userId), eq(inventories.courseId, courseId), isSold))
    .orderBy(asc(inventories.id));
  return rows.map(({ id, expireAt }) => {
    const by = given.get(id) ?? null;
    const held = by?.held?.ends[id];
    const heldEnd = held == null ? null : new Date(held);
    return { id, end: held === undefined ? expireAt : heldEnd, given: by };
  });
}

/** Moves the end of an item; while the staff holds it back, the end that it gets again. */
async function moveEnd(tx: Tx, deps: Pick<Deps, 'clock'>, { id, given }: Link, end: Date): Promise<void> {
  if (given?.held) {
    const ends = { ...given.held.ends, [id]: end.toISOString() };
    await tx
      .update(grants)
      .set({ held: { ...given.held, ends } })
      .where(eq(grants.id, given.grantId));
    return;
  }
  const modified = new Date(deps.clock.now());
  await tx.update(inventories).set({ expireAt: end, modified }).where(eq(inventories.id, id));
}

/** The later of two ends; `null`: never; `undefined`: none. */
function later(a: Date | null | undefined, b: Date | null): Date | null {
  return a === null || b === null ? null : a === undefined || b > a ? b : a;
}

/**
 * Moves up what was bought of one course after an item of the library that ends at `at`: each later item gets the end
 * that it would have had if it had been bought at that moment, so it keeps all of its own days and those of the items
 * before it that still run. No end becomes later.
 */
async function moveUp(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  ended: { id: number; userId: number; courseId: number },
  at: Date,
): Promise<void> {
  let before: Date | null | undefined;
  for (const link of await chainOf(tx, ended.userId, ended.courseId)) {
    let { end } = link;
    const days = link.given?.days ?? null;
    if (link.id > ended.id && days !== null && before !== null && (end === null || end > at)) {
      const own = new Date(accessEnd(at.getTime(), days, before?.getTime() ?? null));
      if (end === null || own < end) {
        await moveEnd(tx, deps, link, own);
        end = own;
      }
    }
    if (end === null || end > at) before = later(before, end);
  }
}

/**
 * Items of the library have ended at `at`: what was bought of their courses after them moves up. A plan's items move
 * nothing. The user's row is locked, as where access is given.
 */
export async function moveUpAfter(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  ended: readonly number[],
  at: Date,
): Promise<void> {
  const rows = await tx
    .select({ id: inventories.id, userId: inventories.userId, courseId: inventories.courseId })
    .from(inventories)
    .where(and(inArray(inventories.id, [...ended]), isSold))
    .orderBy(asc(inventories.id));
  const [first] = rows;
  if (!first) return;
  await tx.select({ id: users.id }).from(users).where(eq(users.id, first.userId)).for('update');
  for (const row of rows) await moveUp(tx, deps, row, at);
}
