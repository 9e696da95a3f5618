/** The courses of a plan in its owner's library (money.md 4.15): one item for each course, whose end moves along. */
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { inventories } from '../../db/schema/learning.ts';
import { grants, orderItems, orders } from '../../db/schema/order.ts';
import type { SubscriptionRow } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { planCourseIds } from './rows.ts';

/** The product id of a library item that comes from a plan. */
export function planProduct(planId: number): string {
  return `plan-${planId}`;
}

type Given = Pick<SubscriptionRow, 'id' | 'userId' | 'planId'>;

function itemsOf({ userId, planId }: Given) {
  return and(eq(inventories.userId, userId ?? 0), eq(inventories.productId, planProduct(planId)));
}

/** The grants of a contract that the staff holds (operator/grantHold.ts): a hold on one order stops the whole plan. */
export function heldGrants(tx: Tx, subscriptionId: number) {
  return tx
    .select({ id: grants.id, held: grants.held })
    .from(grants)
    .innerJoin(orderItems, eq(orderItems.id, grants.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(orders.subscriptionId, subscriptionId), isNotNull(grants.held)))
    .orderBy(asc(grants.id));
}

type Held = Awaited<ReturnType<typeof heldGrants>>;

/** Notes in each hold when items of the library end by now: `release` gives them back until then. */
async function noteHeld(tx: Tx, holds: Held, items: number[], end: Date): Promise<void> {
  const moved = Object.fromEntries(items.map((id) => [id, end.toISOString()]));
  for (const { id, held } of holds)
    if (held)
      await tx
        .update(grants)
        .set({ held: { ...held, ends: { ...held.ends, ...moved } } })
        .where(eq(grants.id, id));
}

/**
 * Opens the courses of a plan until `end`, also courses that were added to it since. While the staff holds the plan
 * they stay closed. Answers the library items. A deleted account has no library.
 */
export async function openCourses(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  subscription: Given,
  end: Date,
): Promise<number[]> {
  const { userId, planId } = subscription;
  if (userId === null) return [];
  const now = new Date(deps.clock.now());
  const wanted = await planCourseIds(tx, planId);
  const holds = await heldGrants(tx, subscription.id);
  const isHeld = holds.length > 0;
  const has = await tx
    .update(inventories)
    .set({ ...(!isHeld && { expireAt: end }), isAutoRenewal: true, modified: now })
    .where(and(itemsOf(subscription), inArray(inventories.courseId, wanted.length > 0 ? wanted : [0])))
    .returning({ id: inventories.id, courseId: inventories.courseId });
  const known = new Map(has.map(({ id, courseId }) => [courseId, id]));
  const missing = wanted.filter((courseId) => !known.has(courseId));
  if (missing.length > 0) {
    const rows = missing.map((courseId) => ({
      userId,
      courseId,
      productId: planProduct(planId),
      expireAt: isHeld ? now : end,
      isAutoRenewal: true,
      created: now,
      modified: now,
    }));
    const made = await tx
      .insert(inventories)
      .values(rows)
      .returning({ id: inventories.id, courseId: inventories.courseId });
    for (const { id, courseId } of made) known.set(courseId, id);
  }
  const items = wanted.flatMap((courseId) => known.get(courseId) ?? []);
  await noteHeld(tx, holds, items, end);
  return items;
}

/** Closes its courses at `end`; records stay readable. `renews`: they open again by themselves. */
export async function closeCourses(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  subscription: Given,
  end: Date,
  renews = false,
): Promise<void> {
  if (subscription.userId === null) return;
  const holds = await heldGrants(tx, subscription.id);
  const closed = await tx
    .update(inventories)
    .set({
      ...(holds.length === 0 && { expireAt: end }),
      isAutoRenewal: renews,
      modified: new Date(deps.clock.now()),
    })
    .where(itemsOf(subscription))
    .returning({ id: inventories.id });
  const items = closed.map(({ id }) => id);
  await noteHeld(tx, holds, items, end);
}
