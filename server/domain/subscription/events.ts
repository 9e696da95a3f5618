/**
 * How an order changes its subscription: paid, refused, ended (money.md 4.14 to 4.16). Called in the same transaction,
 * under the locks of the order and the subscription.
 */
import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { type AttemptRow, type OrderRow, orders } from '../../db/schema/order.ts';
import { type SubscriptionRow, trials } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { isHardRefusal } from '../../payment/refusal.ts';
import { startOfDay } from '../money/jstDate.ts';
import { anchorDay, renewalDay, trialFrom } from '../money/renewalDates.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { closeCourses, openCourses } from './access.ts';
import { subscriptionMail } from './mails.ts';
import { chargeMoment, dunningFor, openUntil } from './policy.ts';
import { raiseAfter } from './raises.ts';
import {
  addPeriod,
  changePeriod,
  changeSubscription,
  lockSubscription,
  periodOfOrder,
  readPlan,
} from './rows.ts';

/** Nothing is owed any more. */
const settled = { failure: null, errorCode: null, needsCard: false } as const;

/** A period that is paid on the day of its start: a first one, or one after a break. */
function fromPayment({ interval }: SubscriptionRow, at: Date) {
  const [dueOn, anchor] = [japaneseDay(at.getTime()), anchorDay(at.getTime())];
  const nextDueOn = renewalDay(dueOn, anchor, interval);
  return { dueOn, anchor, nextDueOn, from: at, until: new Date(startOfDay(nextDueOn)) };
}

async function run(tx: Tx, deps: Deps, subscription: SubscriptionRow): Promise<number[]> {
  const { dueOn } = subscription;
  return dueOn === null ? [] : openCourses(tx, deps, subscription, openUntil(dueOn));
}

async function trialBegins(tx: Tx, deps: Deps, subscription: SubscriptionRow, order: OrderRow, at: Date) {
  const plan = await readPlan(tx, subscription.planId);
  const { dueOn, freeUntil, anchor } = trialFrom(at.getTime(), plan.trialDays);
  const until = new Date(freeUntil);
  await addPeriod(tx, subscription.id, {
    state: 'trial',
    from: at,
    until,
    dueOn: japaneseDay(at.getTime()),
    orderId: order.id,
  });
  const now = await changeSubscription(tx, deps, subscription, {
    status: 'trialing',
    startedAt: at,
    trialEndAt: until,
    currentFrom: at,
    currentUntil: until,
    anchorDay: anchor,
    dueOn,
    nextActionAt: new Date(chargeMoment(dueOn, subscription.id)),
  });
  await subscriptionMail(tx, deps, now, 'trial_started', '');
  return run(tx, deps, now);
}

async function firstPaid(tx: Tx, deps: Deps, subscription: SubscriptionRow, order: OrderRow, at: Date) {
  const { dueOn, anchor, nextDueOn, from, until } = fromPayment(subscription, at);
  await addPeriod(tx, subscription.id, { state: 'paid', from, until, dueOn, orderId: order.id });
  const now = await changeSubscription(tx, deps, subscription, {
    status: 'active',
    startedAt: at,
    currentFrom: from,
    currentUntil: until,
    anchorDay: anchor,
    dueOn: nextDueOn,
    nextActionAt: new Date(chargeMoment(nextDueOn, subscription.id)),
  });
  await subscriptionMail(tx, deps, now, 'started', '');
  return run(tx, deps, now);
}

async function renewed(tx: Tx, deps: Deps, subscription: SubscriptionRow, order: OrderRow, at: Date) {
  const period = await periodOfOrder(tx, order.id);
  if (!period) throw new Error(`order ${order.id} pays no period`);
  const usual = {
    anchor: subscription.anchorDay,
    nextDueOn: renewalDay(period.dueOn, subscription.anchorDay, subscription.interval),
    from: period.from,
    until: period.until,
  };
  const { anchor, nextDueOn, from, until } = period.isNewAnchor ? fromPayment(subscription, at) : usual;
  await changePeriod(tx, period, { state: 'paid', from, until });
  const now = await changeSubscription(tx, deps, subscription, {
    ...settled,
    ...raiseAfter(subscription, order.total),
    status: 'active',
    price: order.total,
    currentFrom: from,
    currentUntil: until,
    anchorDay: anchor,
    dueOn: nextDueOn,
    pausedFrom: null,
    pausedUntil: null,
    nextActionAt: new Date(chargeMoment(nextDueOn, subscription.id)),
  });
  await subscriptionMail(tx, deps, now, 'renewed', String(order.id));
  return run(tx, deps, now);
}

/** The first payment of somebody who has left meanwhile: a period that never runs, by which giveBack.ts finds it. */
async function voidFirst(tx: Tx, subscription: SubscriptionRow, { id: orderId }: OrderRow, at: Date) {
  const { dueOn, from, until } = fromPayment(subscription, at);
  await addPeriod(tx, subscription.id, { state: 'void', from, until, dueOn, orderId });
}

/**
 * An order of a subscription was paid: its period runs, and its courses are open. Answers the library items. If it was
 * cancelled while the charge was under way, it ends instead, and giveBack.ts gives the money back.
 */
export async function orderPaid(tx: Tx, deps: Deps, order: OrderRow, at: Date): Promise<number[]> {
  if (order.subscriptionId === null) return [];
  const subscription = await lockSubscription(tx, order.subscriptionId);
  if (isUnwanted(subscription)) {
    const period = await periodOfOrder(tx, order.id);
    if (period) await changePeriod(tx, period, { state: 'void' });
    else await voidFirst(tx, subscription, order, at);
    const ended = await endSubscription(tx, deps, subscription, 'cancel');
    await subscriptionMail(tx, deps, ended, 'given_back', String(order.id));
    return [];
  }
  if (order.kind === 'trial') return trialBegins(tx, deps, subscription, order, at);
  if (order.kind === 'renewal') return renewed(tx, deps, subscription, order, at);
  return firstPaid(tx, deps, subscription, order, at);
}

/**
 * Whether a payment comes for a subscription that was cancelled or has ended: then it is given back in full
 * (money.md 4.16 ⑤).
 */
function isUnwanted({ status, isEnding }: Pick<SubscriptionRow, 'status' | 'isEnding'>): boolean {
  return isEnding || status === 'ended';
}

/** A charge that was to end a pause early was refused: the pause continues, and the order is over. */
async function pauseGoesOn(tx: Tx, deps: Deps, order: OrderRow): Promise<void> {
  const now = new Date(deps.clock.now());
  const period = await periodOfOrder(tx, order.id);
  if (period) await changePeriod(tx, period, { state: 'void' });
  await tx
    .update(orders)
    .set({ status: 'canceled', canceledAt: now, cancelReason: 'refused', modified: now })
    .where(eq(orders.id, order.id));
}

/**
 * A renewal was refused (money.md 4.15). At the first refusal it is in arrears, and the member is told within minutes.
 * A card that must not be charged again is not charged; the days stay as they are.
 */
export async function renewalRefused(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  attempt: AttemptRow,
): Promise<void> {
  if (order.kind !== 'renewal' || order.subscriptionId === null) return;
  const subscription = await lockSubscription(tx, order.subscriptionId);
  const { errorCode, failure } = attempt;
  const needsCard = isHardRefusal(errorCode === null ? [] : [errorCode]);
  await owes(tx, deps, subscription, order, {
    failure: failure ?? 'unknown',
    errorCode,
    needsCard,
    on: `${order.id}-${attempt.n}`,
  });
}

type Refusal = Pick<SubscriptionRow, 'failure' | 'errorCode' | 'needsCard'> & { on: string };

/** A charge failed: it was refused, or there is no card to charge. */
export async function owes(
  tx: Tx,
  deps: Deps,
  subscription: SubscriptionRow,
  order: OrderRow,
  { on, ...refusal }: Refusal,
): Promise<void> {
  const { status, dueOn, id, isEnding } = subscription;
  if (status === 'ended' || dueOn === null) return;
  // It was cancelled meanwhile, so it is not in arrears: the next look closes the order and ends it.
  if (isEnding) {
    await changeSubscription(tx, deps, subscription, { nextActionAt: new Date(deps.clock.now()) });
    return;
  }
  if (status === 'paused') {
    const paused = await changeSubscription(tx, deps, subscription, refusal);
    await pauseGoesOn(tx, deps, order);
    return subscriptionMail(tx, deps, paused, 'try_failed', on);
  }
  if (status === 'suspended') {
    const still = await changeSubscription(tx, deps, subscription, refusal);
    return subscriptionMail(tx, deps, still, 'try_failed', on);
  }
  const { tries, suspendedAt } = dunningFor(dueOn, id);
  const now = deps.clock.now();
  const next = refusal.needsCard ? undefined : tries.find((at) => at > now);
  const isFirst = status !== 'past_due';
  const owing = await changeSubscription(tx, deps, subscription, {
    ...refusal,
    status: 'past_due',
    nextActionAt: new Date(next ?? suspendedAt),
  });
  await subscriptionMail(tx, deps, owing, isFirst ? 'past_due' : 'try_failed', isFirst ? dueOn : on);
}

/**
 * Ends a subscription now: nothing is charged any more, and its courses are closed. One that has ended stays as it is.
 */
export async function endSubscription(
  tx: Tx,
  deps: Deps,
  subscription: SubscriptionRow,
  reason: string,
): Promise<SubscriptionRow> {
  if (subscription.status === 'ended') return subscription;
  const now = new Date(deps.clock.now());
  const hasRun = subscription.status !== 'starting';
  const ended = await changeSubscription(tx, deps, subscription, {
    status: 'ended',
    endedAt: now,
    endReason: reason,
    nextActionAt: null,
    isEnding: false,
  });
  if (!hasRun) return ended;
  await closeCourses(tx, deps, ended, now);
  await subscriptionMail(tx, deps, ended, 'ended', '');
  return ended;
}

/**
 * An order of a subscription has ended without money. If it was the first one, the subscription ends, too; a member who
 * had no trial by it may still have one.
 */
export async function orderClosed(tx: Tx, deps: Deps, order: OrderRow): Promise<void> {
  if (order.subscriptionId === null) return;
  const subscription = await lockSubscription(tx, order.subscriptionId);
  const period = await periodOfOrder(tx, order.id);
  if (period?.state === 'open') await changePeriod(tx, period, { state: 'void' });
  if (order.kind === 'trial') await tx.delete(trials).where(eq(trials.orderId, order.id));
  if (subscription.status === 'starting') await endSubscription(tx, deps, subscription, 'not_started');
  else if (subscription.isEnding) await endSubscription(tx, deps, subscription, 'cancel');
}
