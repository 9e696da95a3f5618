/** The courses of a plan in its owner's library (money.md 4.15): one item for each course, whose end moves along. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { inventories } from '../../db/schema/learning.ts';
import type { SubscriptionRow } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { planCourseIds } from './rows.ts';

/** The product id of a library item that comes from a plan. */
export function planProduct(planId: number): string {
  return `plan-${planId}`;
}

type Given = Pick<SubscriptionRow, 'userId' | 'planId'>;

function itemsOf({ userId, planId }: Given) {
  return and(eq(inventories.userId, userId ?? 0), eq(inventories.productId, planProduct(planId)));
}

/**
 * Opens the courses of a plan until `end`, also courses that were added to it since. Answers the library items. A
 * deleted account has no library.
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
  const has = await tx
    .update(inventories)
    .set({ expireAt: end, isAutoRenewal: true, modified: now })
    .where(and(itemsOf(subscription), inArray(inventories.courseId, wanted.length > 0 ? wanted : [0])))
    .returning({ id: inventories.id, courseId: inventories.courseId });
  const known = new Map(has.map(({ id, courseId }) => [courseId, id]));
  const missing = wanted.filter((courseId) => !known.has(courseId));
  if (missing.length > 0) {
    const rows = missing.map((courseId) => ({
      userId,
      courseId,
      productId: planProduct(planId),
      expireAt: end,
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
  return wanted.flatMap((courseId) => known.get(courseId) ?? []);
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
  await tx
    .update(inventories)
    .set({ expireAt: end, isAutoRenewal: renews, modified: new Date(deps.clock.now()) })
    .where(itemsOf(subscription));
}
