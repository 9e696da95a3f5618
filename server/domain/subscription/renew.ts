/**
 * Automatic changes of subscriptions (money.md 4.15, 4.16): charges, retries, closing, the end. One subscription at a
 * time, under its lock, in small transactions; a second process finds that the period exists already.
 */
import { and, asc, eq, lte, notInArray } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { moneyNotices } from '../../db/schema/order.ts';
import { type PlanRow, type SubscriptionRow, subscriptions } from '../../db/schema/subscription.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import { addDays, dayMs } from '../money/jstDate.ts';
import { chargeAt, periodFrom } from '../money/renewalDates.ts';
import { closeOrder } from '../order/close.ts';
import { kickMoney } from '../order/kick.ts';
import { attemptsOf, lockOrder } from '../order/lock.ts';
import { isBusy } from '../order/policy.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { closeCourses, openCourses } from './access.ts';
import { chargeFromNow, chargePeriod, isChargingPaused, tryCharge } from './charge.ts';
import { endSubscription } from './events.ts';
import { giveBackUnwanted } from './giveBack.ts';
import { subscriptionMail } from './mails.ts';
import { chargeMoment, dunningFor, nextAmount, openUntil } from './policy.ts';
import { changeSubscription, lockSubscription, openOrderOf, readPlan } from './rows.ts';

const minute = 60_000;
/** After this time a charge that is under way is looked at again. */
const lookAgainMs = 10 * minute;
/** A charge that is later than this is announced first (money.md 4.15). */
const lateMs = 2 * dayMs;
const batch = 50;

async function nextAt(tx: Tx, deps: Deps, subscription: SubscriptionRow, at: number | null): Promise<void> {
  await changeSubscription(tx, deps, subscription, { nextActionAt: at === null ? null : new Date(at) });
}

/** Whether its owner has left (row 94). */
async function hasLeft(tx: Tx, { userId }: SubscriptionRow): Promise<boolean> {
  if (userId === null) return true;
  const [user] = await tx.select({ withdrawn: users.withdrawn }).from(users).where(eq(users.id, userId));
  return user === undefined || user.withdrawn !== null;
}

/** Closes the unpaid order, if there is one and nothing is under way. `false`: something is under way. */
async function closeOpen(
  tx: Tx,
  deps: Deps,
  subscription: SubscriptionRow,
  reason: string,
): Promise<boolean> {
  const open = await openOrderOf(tx, subscription.id);
  if (!open) return true;
  const order = await lockOrder(tx, open.id);
  if (isBusy(await attemptsOf(tx, order.id))) return false;
  await closeOrder(tx, deps, order, { status: 'canceled', reason, mail: null });
  return true;
}

/** Ends it when nothing is under way; otherwise it ends later. */
export async function endWith(
  tx: Tx,
  deps: Deps,
  subscription: SubscriptionRow,
  reason: string,
): Promise<boolean> {
  if (!(await closeOpen(tx, deps, subscription, reason))) {
    await nextAt(tx, deps, subscription, deps.clock.now() + lookAgainMs);
    return false;
  }
  await endSubscription(tx, deps, await lockSubscription(tx, subscription.id), reason);
  return true;
}

/** The next 09:00 after a moment. */
function nextMorning(now: number): number {
  const today = chargeAt(japaneseDay(now));
  return now < today ? today : chargeAt(addDays(japaneseDay(now), 1));
}

/** The server was down: members who are charged days later than announced are told first, and charged once (row 86). */
async function announceLate(tx: Tx, deps: Deps, subscription: SubscriptionRow, dueOn: string): Promise<void> {
  const at = nextMorning(deps.clock.now()) + (subscription.id % 30) * minute;
  const waiting = await changeSubscription(tx, deps, subscription, { nextActionAt: new Date(at) });
  const open = Math.max(openUntil(dueOn).getTime(), at + dayMs);
  await openCourses(tx, deps, waiting, new Date(open));
  await subscriptionMail(tx, deps, waiting, 'late_charge', dueOn);
}

async function isAnnounced(tx: Tx, { id }: SubscriptionRow, dueOn: string): Promise<boolean> {
  const isIt = and(
    eq(moneyNotices.subscriptionId, id),
    eq(moneyNotices.kind, 'late_charge'),
    eq(moneyNotices.on, dueOn),
  );
  return (await tx.select({ id: moneyNotices.id }).from(moneyNotices).where(isIt)).length > 0;
}

async function chargeDue(tx: Tx, deps: Deps, subscription: SubscriptionRow, plan: PlanRow): Promise<void> {
  const now = deps.clock.now();
  const { dueOn, id } = subscription;
  if (dueOn === null) return nextAt(tx, deps, subscription, null);
  const at = chargeMoment(dueOn, id);
  if (now < at) return nextAt(tx, deps, subscription, at);
  const open = await openOrderOf(tx, id);
  if (open || (await isChargingPaused(tx, deps))) return nextAt(tx, deps, subscription, now + lookAgainMs);
  if (now > at + lateMs && !(await isAnnounced(tx, subscription, dueOn)))
    return announceLate(tx, deps, subscription, dueOn);
  const amount = nextAmount(subscription, plan, dueOn);
  if (amount === null) {
    await endWith(tx, deps, subscription, 'price');
    return;
  }
  // If a whole period passed before we could charge it, nobody could use it: it is not charged, and the next one begins
  // now.
  const isMissed = periodFrom(dueOn, subscription.anchorDay, subscription.interval).until <= now;
  const waiting = await changeSubscription(tx, deps, subscription, {
    nextActionAt: new Date(now + lookAgainMs),
    ...(isMissed && { dueOn: japaneseDay(now) }),
  });
  const given = { subscription: waiting, plan, amount };
  if (isMissed) await chargeFromNow(tx, deps, given);
  else await chargePeriod(tx, deps, { ...given, dueOn });
}

async function running(tx: Tx, deps: Deps, subscription: SubscriptionRow): Promise<void> {
  const now = deps.clock.now();
  const { cancelAtEnd, currentUntil, pausedFrom } = subscription;
  if (cancelAtEnd && currentUntil !== null) {
    if (now < currentUntil.getTime()) return nextAt(tx, deps, subscription, currentUntil.getTime());
    await endWith(tx, deps, subscription, 'cancel');
    return;
  }
  if (pausedFrom !== null && now >= pausedFrom.getTime()) {
    const paused = await changeSubscription(tx, deps, subscription, {
      status: 'paused',
      nextActionAt: subscription.pausedUntil,
    });
    return closeCourses(tx, deps, paused, pausedFrom, true);
  }
  if (pausedFrom !== null) return nextAt(tx, deps, subscription, pausedFrom.getTime());
  await chargeDue(tx, deps, subscription, await readPlan(tx, subscription.planId));
}

/** The pause is over: it runs again, and is charged at 09:00. */
async function pauseOver(tx: Tx, deps: Deps, subscription: SubscriptionRow): Promise<void> {
  const { pausedUntil, dueOn, id } = subscription;
  if (pausedUntil !== null && deps.clock.now() < pausedUntil.getTime())
    return nextAt(tx, deps, subscription, pausedUntil.getTime());
  if (!(await closeOpen(tx, deps, subscription, 'pause')))
    return nextAt(tx, deps, subscription, deps.clock.now() + lookAgainMs);
  const active = await changeSubscription(tx, deps, await lockSubscription(tx, id), {
    status: 'active',
    pausedFrom: null,
    pausedUntil: null,
    nextActionAt: dueOn === null ? null : new Date(chargeMoment(dueOn, id)),
  });
  if (dueOn !== null) await openCourses(tx, deps, active, openUntil(dueOn));
}

/** In arrears: charged again on the retry days, then closed (money.md 5.12). */
async function owing(tx: Tx, deps: Deps, subscription: SubscriptionRow): Promise<void> {
  const now = deps.clock.now();
  const { dueOn, id, needsCard } = subscription;
  if (dueOn === null) return nextAt(tx, deps, subscription, null);
  const { tries, suspendedAt, endedAt } = dunningFor(dueOn, id);
  const open = await openOrderOf(tx, id);
  const isUnderWay = open !== null && isBusy(await attemptsOf(tx, open.id));
  const isWaiting = await isChargingPaused(tx, deps);
  if (isUnderWay || isWaiting) return nextAt(tx, deps, subscription, now + lookAgainMs);
  if (now >= suspendedAt) {
    await closeOpen(tx, deps, subscription, 'unpaid');
    const closed = await changeSubscription(tx, deps, await lockSubscription(tx, id), {
      status: 'suspended',
      nextActionAt: new Date(endedAt),
    });
    await closeCourses(tx, deps, closed, new Date(suspendedAt));
    return subscriptionMail(tx, deps, closed, 'suspended', dueOn);
  }
  const next = tries.find((at) => at > now) ?? suspendedAt;
  await nextAt(tx, deps, subscription, next);
  if (open && !needsCard) await tryCharge(tx, deps, subscription, open.id);
}

async function step(tx: Tx, deps: Deps, id: number): Promise<void> {
  const subscription = await lockSubscription(tx, id);
  const at = subscription.nextActionAt;
  if (at === null || at.getTime() > deps.clock.now()) return;
  if (subscription.isEnding) {
    await endWith(tx, deps, subscription, 'cancel');
    return;
  }
  if (subscription.status !== 'ended' && (await hasLeft(tx, subscription))) {
    await endWith(tx, deps, subscription, 'withdrawn');
    return;
  }
  switch (subscription.status) {
    case 'trialing':
    case 'active':
      return running(tx, deps, subscription);
    case 'paused':
      return pauseOver(tx, deps, subscription);
    case 'past_due':
      return owing(tx, deps, subscription);
    case 'suspended': {
      const { endedAt } = dunningFor(subscription.dueOn ?? japaneseDay(deps.clock.now()), id);
      if (deps.clock.now() < endedAt) return nextAt(tx, deps, subscription, endedAt);
      await endWith(tx, deps, subscription, 'unpaid');
      return;
    }
    case 'starting':
    case 'ended':
      return nextAt(tx, deps, subscription, null);
  }
}

/** Does what is due for one subscription now, if anything is. */
export function renewOne(deps: Deps, id: number): Promise<void> {
  return transaction(deps.db, (tx) => step(tx, deps, id));
}

/** Some subscriptions that are due, the longest waiting first, without those that just failed. */
function dueNow({ db, clock }: Deps, broken: readonly number[]) {
  return db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(lte(subscriptions.nextActionAt, new Date(clock.now())), notInArray(subscriptions.id, [...broken])),
    )
    .orderBy(asc(subscriptions.nextActionAt), asc(subscriptions.id))
    .limit(batch);
}

/** Does what is due for subscriptions now. A failure of one does not stop the others. Safe in several processes. */
export async function renewDue(deps: Deps, signal = new AbortController().signal): Promise<void> {
  const broken: number[] = [];
  for (let isMore = true; isMore && !signal.aborted; ) {
    const due = await dueNow(deps, broken);
    for (const { id } of due) {
      if (signal.aborted) break;
      await renewOne(deps, id).catch((error: unknown) => {
        broken.push(id);
        deps.log.error('subscription_step_failed', { subscription: id, ...failureFields(error) });
      });
    }
    if (due.length > 0) kickMoney(deps);
    isMore = due.length === batch;
  }
  await giveBackUnwanted(deps);
}
