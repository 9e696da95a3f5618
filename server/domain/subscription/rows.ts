/**
 * Subscriptions as rows (money.md 2). A subscription is locked before its orders: `lockOrder` takes the subscription's
 * lock, too.
 */
import { and, asc, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { courses } from '../../db/schema/catalog.ts';
import { type OrderRow, orders } from '../../db/schema/order.ts';
import {
  type PeriodRow,
  type PlanRow,
  planCourses,
  plans,
  type SubscriptionRow,
  type SubscriptionState,
  subscriptionPeriods,
  subscriptions,
} from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';

/** The subscription, locked for everything about it until `tx` ends. */
export async function lockSubscription(tx: Tx, id: number): Promise<SubscriptionRow> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update');
  if (!row) throw new Error('subscription vanished');
  return row;
}

/** The states that each state may change to (product.md 3.8). */
const ways: Record<SubscriptionState, readonly SubscriptionState[]> = {
  starting: ['trialing', 'active', 'ended'],
  trialing: ['active', 'past_due', 'ended'],
  active: ['past_due', 'paused', 'ended'],
  past_due: ['active', 'suspended', 'ended'],
  suspended: ['active', 'ended'],
  paused: ['active', 'ended'],
  ended: [],
};

/** Whether a subscription may go from one state to another. Pure. */
export function mayBecome(from: SubscriptionState, to: SubscriptionState): boolean {
  return from === to || ways[from].includes(to);
}

/**
 * Changes fields of a subscription and answers the changed row. Throws for a change of state that is not allowed: that
 * is a bug of ours, and nothing is stored.
 */
export async function changeSubscription(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  subscription: Pick<SubscriptionRow, 'id'> & Partial<Pick<SubscriptionRow, 'status'>>,
  change: Partial<Omit<typeof subscriptions.$inferInsert, 'id'>>,
): Promise<SubscriptionRow> {
  const { id, status } = subscription;
  if (change.status !== undefined && (status === undefined || !mayBecome(status, change.status)))
    throw new Error(`subscription ${id}: ${status} to ${change.status}`);
  const [row] = await tx
    .update(subscriptions)
    .set({ ...change, modified: new Date(deps.clock.now()) })
    .where(eq(subscriptions.id, id))
    .returning();
  if (!row) throw new Error('subscription vanished');
  return row;
}

/** Somebody's own subscription; `null`: there is none, or it is somebody else's. Both look the same (row 112). */
export async function findSubscription(db: Db, userId: number, id: number): Promise<SubscriptionRow | null> {
  const isOwn = and(eq(subscriptions.id, id), eq(subscriptions.userId, userId));
  const [row] = await db.select().from(subscriptions).where(isOwn).limit(1);
  return row ?? null;
}

/** Somebody's running subscription of a family of plans; `null`: none. */
export async function runningOf(db: Db, userId: number, family: string): Promise<SubscriptionRow | null> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        eq(subscriptions.family, family),
        ne(subscriptions.status, 'ended'),
      ),
    )
    .limit(1);
  return row ?? null;
}

export async function readPlan(db: Db, id: number): Promise<PlanRow> {
  const [row] = await db.select().from(plans).where(eq(plans.id, id));
  if (!row) throw new Error('plan vanished');
  return row;
}

/** The courses that a plan opens, in their order; those that were withdrawn are left out. */
export async function planCourseIds(db: Db, planId: number): Promise<number[]> {
  const rows = await db
    .select({ id: courses.id })
    .from(planCourses)
    .innerJoin(courses, eq(courses.id, planCourses.courseId))
    .where(and(eq(planCourses.planId, planId), isNull(courses.withdrawn)))
    .orderBy(asc(planCourses.order));
  return rows.map(({ id }) => id);
}

/** The period that an order pays, or `null`. */
export async function periodOfOrder(db: Db, orderId: number): Promise<PeriodRow | null> {
  const [row] = await db.select().from(subscriptionPeriods).where(eq(subscriptionPeriods.orderId, orderId));
  return row ?? null;
}

export type NewPeriod = Pick<PeriodRow, 'state' | 'from' | 'until' | 'dueOn' | 'orderId'> & {
  isNewAnchor?: boolean;
};

/**
 * Stores the next period of a subscription; `null`: a period of that day counts already (row 81). A period that was
 * skipped, or is void, is replaced.
 */
export async function addPeriod(
  tx: Tx,
  subscriptionId: number,
  period: NewPeriod,
): Promise<PeriodRow | null> {
  const all = await tx
    .select()
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.subscriptionId, subscriptionId))
    .orderBy(desc(subscriptionPeriods.n));
  const same = all.find(({ dueOn }) => dueOn === period.dueOn);
  const fields = { ...period, isNewAnchor: period.isNewAnchor ?? false };
  if (same) {
    if (same.state !== 'skipped' && same.state !== 'void') return null;
    const [row] = await tx
      .update(subscriptionPeriods)
      .set(fields)
      .where(eq(subscriptionPeriods.id, same.id))
      .returning();
    return row ?? null;
  }
  const n = period.state === 'trial' ? 0 : (all[0]?.n ?? 0) + 1;
  const [row] = await tx
    .insert(subscriptionPeriods)
    .values({ subscriptionId, n, ...fields })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/** Changes a period. */
export async function changePeriod(
  tx: Tx,
  { id }: Pick<PeriodRow, 'id'>,
  change: Partial<Omit<typeof subscriptionPeriods.$inferInsert, 'id'>>,
): Promise<void> {
  await tx.update(subscriptionPeriods).set(change).where(eq(subscriptionPeriods.id, id));
}

/** Deletes a period that has not begun: a planned pause that is cancelled. */
export async function dropSkipped(tx: Tx, subscriptionId: number, dueOn: string): Promise<void> {
  await tx
    .delete(subscriptionPeriods)
    .where(
      and(
        eq(subscriptionPeriods.subscriptionId, subscriptionId),
        eq(subscriptionPeriods.dueOn, dueOn),
        eq(subscriptionPeriods.state, 'skipped'),
      ),
    );
}

/** States in which an order may still be paid, or be tried again. */
const openStates: OrderRow['status'][] = [
  'awaiting_guardian',
  'confirmed',
  'authenticating',
  'awaiting_payment',
  'failed',
];

/** The newest undecided order of a subscription; `null`: none. */
export async function openOrderOf(db: Db, subscriptionId: number): Promise<OrderRow | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.subscriptionId, subscriptionId), inArray(orders.status, openStates)))
    .orderBy(desc(orders.id))
    .limit(1);
  return row ?? null;
}
