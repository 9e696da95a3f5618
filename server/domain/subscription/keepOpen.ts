/** Nobody is closed for arrears while charges are stopped (money.md 4.15). */
import { and, asc, eq, exists, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { inventories } from '../../db/schema/learning.ts';
import { planCourses, subscriptions } from '../../db/schema/subscription.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import { dayMs } from '../money/jstDate.ts';
import { isHeld } from '../order/hold.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { openCourses } from './access.ts';
import { isChargingPaused } from './charge.ts';
import { openUntil } from './policy.ts';

/** Courses that end sooner than this are opened for longer. */
const leastMs = dayMs;
/** For how long they are opened: so each is written once a day. */
const openForMs = 2 * dayMs;

/** Whose charge is due, and whose courses would end soon. Who leaves, or rests, is closed as ever. */
function closing(db: Db, now: number) {
  const ends = db
    .select({ id: inventories.id })
    .from(inventories)
    .innerJoin(planCourses, eq(planCourses.courseId, inventories.courseId))
    .where(
      and(
        eq(planCourses.planId, subscriptions.planId),
        eq(inventories.userId, subscriptions.userId),
        eq(inventories.productId, sql`'plan-' || ${subscriptions.planId}`),
        lt(inventories.expireAt, new Date(now + leastMs)),
      ),
    );
  return and(
    inArray(subscriptions.status, ['active', 'trialing', 'past_due', 'paused']),
    eq(subscriptions.cancelAtEnd, false),
    eq(subscriptions.isEnding, false),
    lte(subscriptions.dueOn, japaneseDay(now)),
    or(isNull(subscriptions.pausedUntil), lte(subscriptions.pausedUntil, new Date(now))),
    exists(ends),
  );
}

async function keepOpen(tx: Tx, deps: Deps, id: number): Promise<void> {
  const now = deps.clock.now();
  const [subscription] = await tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), closing(tx, now)))
    .for('update');
  if (!subscription || subscription.dueOn === null) return;
  const end = Math.max(openUntil(subscription.dueOn).getTime(), now + openForMs);
  await openCourses(tx, deps, subscription, new Date(end));
}

/**
 * Keeps the courses of plans open while the operator, a maintenance, a hold or the want of a gateway stops their charges
 * (money.md 4.15, 8). It moves no money, so it runs in a hold as well. Does nothing while charges are made. A failure of
 * one does not stop the others. Safe in several processes.
 */
export async function keepOpenWhileStopped(deps: Deps, signal = new AbortController().signal): Promise<void> {
  const { db, clock, log } = deps;
  if (!(await isHeld(db)) && !(await isChargingPaused(db, deps))) return;
  const found = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(closing(db, clock.now()))
    .orderBy(asc(subscriptions.id));
  for (const { id } of found) {
    if (signal.aborted) return;
    await transaction(db, (tx) => keepOpen(tx, deps, id)).catch((error: unknown) =>
      log.error('subscription_not_kept_open', { subscription: id, ...failureFields(error) }),
    );
  }
}
