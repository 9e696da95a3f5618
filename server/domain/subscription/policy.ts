/** What may be done with a subscription, and what it costs next. Pure: rows in, words out (money.md 4.15, 4.16). */
import type { SubscriptionStatus } from '#contracts/shopSubscription.ts';
import type { PlanRow, SubscriptionRow } from '../../db/schema/subscription.ts';
import { dayMs, startOfDay } from '../money/jstDate.ts';
import { chargeAt, type Dunning, dunningOf } from '../money/renewalDates.ts';

const minute = 60_000;
/** Minutes over which the charges of a day are spread (money.md 4.20). */
const spreadMinutes = 30;
/** How many days before it counts a higher price is announced (product.md 3.9 item 5). */
export const priceNoticeDays = 30;
/** A pause is possible once in this many days. */
const pauseEveryDays = 365;

export type SubscriptionFacts = Pick<
  SubscriptionRow,
  | 'status'
  | 'interval'
  | 'cancelAtEnd'
  | 'isEnding'
  | 'currentUntil'
  | 'dueOn'
  | 'pausedFrom'
  | 'pausedUntil'
  | 'lastPauseAt'
>;

/** When one subscription is charged on a due day: 09:00, or up to half an hour later. */
export function chargeMoment(dueOn: string, id: number): number {
  return chargeAt(dueOn) + (id % spreadMinutes) * minute;
}

/** The days of an unpaid charge, with its retries spread over minutes, as charges are. */
export function dunningFor(dueOn: string, id: number): Dunning {
  const dunning = dunningOf(dueOn);
  return { ...dunning, tries: dunning.tries.map((at) => at + (id % spreadMinutes) * minute) };
}

/** The status that is shown. */
export function shownStatus({ status, cancelAtEnd }: SubscriptionFacts): SubscriptionStatus {
  return cancelAtEnd && (status === 'active' || status === 'trialing') ? 'cancel_scheduled' : status;
}

/** The paid or free period still runs. */
function isWithinPeriod({ status, currentUntil }: SubscriptionFacts, now: number): boolean {
  const isRunning = status === 'active' || status === 'trialing';
  return isRunning && currentUntil !== null && now < currentUntil.getTime();
}

export function canCancel({ status, cancelAtEnd, isEnding }: SubscriptionFacts): boolean {
  return status !== 'ended' && status !== 'starting' && !cancelAtEnd && !isEnding;
}

/** What `resume` would do now; `null`: nothing. */
export function resumeKind(
  facts: SubscriptionFacts,
  now: number,
): 'undo_cancel' | 'undo_pause' | 'end_pause' | null {
  if (facts.isEnding) return null;
  if (facts.cancelAtEnd) return isWithinPeriod(facts, now) ? 'undo_cancel' : null;
  if (facts.status === 'paused') return 'end_pause';
  return facts.pausedFrom !== null && isWithinPeriod(facts, now) ? 'undo_pause' : null;
}

/** Why it cannot be paused; `null`: it can. A pause skips the next month, once a year. */
export function pauseProblem(facts: SubscriptionFacts, now: number): 'pause_used' | 'past_period' | null {
  const { lastPauseAt, pausedFrom, status, cancelAtEnd, interval } = facts;
  const isUsed = lastPauseAt !== null && now < lastPauseAt.getTime() + pauseEveryDays * dayMs;
  if (isUsed || pausedFrom !== null || status === 'paused') return 'pause_used';
  const isOpen = status === 'active' && !cancelAtEnd && interval === 'month' && isWithinPeriod(facts, now);
  return isOpen ? null : 'past_period';
}

/**
 * Yen of the charge of a due day. A lower price counts at once; a higher one only after the member's consent. `null`:
 * the higher price counts by now without consent, so the subscription ends (row 89).
 */
export function nextAmount(
  {
    price,
    newPrice,
    newPriceAt,
    agreedPrice,
  }: Pick<SubscriptionRow, 'price' | 'newPrice' | 'newPriceAt' | 'agreedPrice'>,
  plan: Pick<PlanRow, 'price'>,
  dueOn: string,
): number | null {
  if (plan.price <= price || (agreedPrice !== null && plan.price <= agreedPrice)) return plan.price;
  const isTold = newPrice !== null && newPrice >= plan.price && newPriceAt !== null;
  const isDue = isTold && startOfDay(dueOn) >= newPriceAt.getTime() + priceNoticeDays * dayMs;
  return isDue ? null : price;
}

/** Until when its courses are open if the next charge is never paid: then the arrears close them. */
export function openUntil(dueOn: string): Date {
  return new Date(dunningOf(dueOn).suspendedAt);
}
