/** Announces coming charges and higher prices (money.md 4.15, 5.11). */
import { and, asc, eq, gt, inArray, isNotNull, lte } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { plans, type SubscriptionRow, subscriptions } from '../../db/schema/subscription.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { addDays, startOfDay } from '../money/jstDate.ts';
import { noticeDays } from '../money/renewalDates.ts';
import { quietUntil } from '../push/quiet.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { subscriptionMail } from './mails.ts';
import { forgetRaises } from './raises.ts';
import { changeSubscription, lockSubscription, readPlan } from './rows.ts';

/** Nobody gets mails about money at night. */
const quiet = { quiet_from: '22:00', quiet_to: '08:00' };
const batch = 200;
const noticeAhead = 7;

const runs = (subscription: SubscriptionRow) =>
  ['active', 'trialing', 'paused'].includes(subscription.status) && !subscription.cancelAtEnd;

/**
 * The latest announcement day of the coming charge that has been reached; `null`: none has, or the due day itself is
 * here.
 */
export function noticeFor(
  { dueOn, startedAt }: Pick<SubscriptionRow, 'dueOn' | 'startedAt'>,
  now: number,
): string | null {
  if (dueOn === null || startedAt === null || now >= startOfDay(dueOn)) return null;
  const startedOn = japaneseDay(startedAt.getTime());
  // For a day on which it starts, the mail of the start announces the charge.
  const days = noticeDays(dueOn, addDays(startedOn, 1)).filter((day) => startOfDay(day) <= now);
  return days.at(-1) ?? null;
}

async function tellCharge(tx: Tx, deps: Deps, id: number): Promise<void> {
  const subscription = await lockSubscription(tx, id);
  const day = noticeFor(subscription, deps.clock.now());
  if (day !== null && runs(subscription)) await subscriptionMail(tx, deps, subscription, 'notice', day);
}

async function tellCharges(deps: Deps): Promise<void> {
  const today = japaneseDay(deps.clock.now());
  const due = await deps.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        inArray(subscriptions.status, ['active', 'trialing', 'paused']),
        eq(subscriptions.cancelAtEnd, false),
        isNotNull(subscriptions.dueOn),
        gt(subscriptions.dueOn, today),
        lte(subscriptions.dueOn, addDays(today, noticeAhead)),
      ),
    )
    .orderBy(asc(subscriptions.id));
  for (const { id } of due) await transaction(deps.db, (tx) => tellCharge(tx, deps, id));
}

async function tellPrice(tx: Tx, deps: Deps, id: number): Promise<void> {
  const subscription = await lockSubscription(tx, id);
  const plan = await readPlan(tx, subscription.planId);
  const { price, newPrice, status, cancelAtEnd } = subscription;
  if (plan.price <= price || newPrice === plan.price || status === 'ended' || cancelAtEnd) return;
  const now = deps.clock.now();
  const told = await changeSubscription(tx, deps, subscription, {
    newPrice: plan.price,
    newPriceAt: new Date(now),
    agreedPrice: null,
  });
  // The same price may be taken back and told again: each of them counts its own 30 days.
  await subscriptionMail(tx, deps, told, 'price', `${plan.price} ${japaneseDay(now)}`);
}

async function tellPrices(deps: Deps): Promise<void> {
  const isRunning = inArray(subscriptions.status, ['active', 'trialing', 'past_due', 'paused', 'suspended']);
  const rows = await deps.db
    .select({ id: subscriptions.id, newPrice: subscriptions.newPrice, price: plans.price })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(and(isRunning, gt(plans.price, subscriptions.price), eq(subscriptions.cancelAtEnd, false)))
    .orderBy(asc(subscriptions.id));
  const untold = rows.filter(({ newPrice, price }) => newPrice !== price).slice(0, batch);
  for (const { id } of untold) await transaction(deps.db, (tx) => tellPrice(tx, deps, id));
}

/**
 * Sends the announcements that are due now; not between 22:00 and 8:00. Each announcement is one row, so several
 * processes send one mail. Raises that were taken back are forgotten at any hour.
 */
export async function sendPlanNotices(deps: Deps): Promise<void> {
  await transaction(deps.db, (tx) => forgetRaises(tx, new Date(deps.clock.now())));
  if (quietUntil(deps.clock.now(), quiet) !== null) return;
  await tellCharges(deps);
  await tellPrices(deps);
}
