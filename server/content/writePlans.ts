import { and, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { planCourses, plans } from '../db/schema/subscription.ts';
import { forgetRaises } from '../domain/subscription/raises.ts';
import { idOf, idsByKey, overwrite } from './overwrite.ts';
import type { PackContent, PlanContent } from './packTypes.ts';

function planRow(plan: PlanContent, pack: string, now: Date) {
  return {
    key: plan.id,
    pack,
    family: plan.family,
    name: plan.name,
    description: plan.description,
    price: plan.price,
    interval: plan.interval,
    trialDays: plan.trial_days,
    saleEndsAt: plan.sale_ends_at === undefined ? null : new Date(plan.sale_ends_at),
    modified: now,
    withdrawn: null,
  };
}

/**
 * Stores the pack's plans. Those that it no longer has are off sale, and go on for people who have them. The renewal
 * job announces a higher price to these people before it charges more (money.md 4.15); a raise that is taken back is
 * forgotten here, since the next import may raise it again before that job looks.
 */
export async function writePlans(
  tx: Tx,
  pack: PackContent,
  courseIds: Map<string, number>,
  now: Date,
): Promise<void> {
  const keys = pack.plans.map(({ id }) => id);
  await tx
    .update(plans)
    .set({ withdrawn: now, modified: now })
    .where(and(eq(plans.pack, pack.id), isNull(plans.withdrawn), notInArray(plans.key, keys)));
  if (keys.length === 0) return;
  const rows = pack.plans.map((plan) => planRow(plan, pack.id, now));
  await tx.insert(plans).values(rows).onConflictDoUpdate(overwrite(plans));
  await forgetRaises(tx, now);
  const ids = await idsByKey(tx, plans, keys);
  await tx.delete(planCourses).where(inArray(planCourses.planId, [...ids.values()]));
  await tx
    .insert(planCourses)
    .values(
      pack.plans.flatMap(({ id, courses }) =>
        courses.map((course, order) => ({ planId: idOf(ids, id), courseId: idOf(courseIds, course), order })),
      ),
    );
}
