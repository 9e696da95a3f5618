/**
 * What a member does with their subscription (money.md 4.16). The caller holds its lock (`lockSubscription`), and kicks
 * the executor after the commit.
 */
import type { Tx } from '../../db/client.ts';
import type { SubscriptionRow } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { startOfDay } from '../money/jstDate.ts';
import { renewalDay } from '../money/renewalDates.ts';
import { closeOrder } from '../order/close.ts';
import { attemptsOf, lockOrder } from '../order/lock.ts';
import { isBusy, liveAttempt } from '../order/policy.ts';
import { stopAttempt } from '../order/stop.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { closeCourses, openCourses } from './access.ts';
import { chargeFromNow, tryCharge } from './charge.ts';
import { endSubscription } from './events.ts';
import { subscriptionMail } from './mails.ts';
import { canCancel, chargeMoment, nextAmount, openUntil, pauseProblem, resumeKind } from './policy.ts';
import {
  addPeriod,
  changeSubscription,
  dropSkipped,
  lockSubscription,
  openOrderOf,
  periodOfOrder,
  readPlan,
} from './rows.ts';

function pastPeriod(detail: string): ApiError {
  return new ApiError(409, 'past_period', detail);
}

function checking(orderId: number): ApiError {
  const detail = 'お支払い結果を確認しています。もう一度お支払いになる必要はありません。';
  return new ApiError(409, 'payment_checking', detail, { data: { order: String(orderId) } });
}

/**
 * Begins to end it at once: a charge that is under way is stopped if possible, else given back. While money of another
 * sum is held, it waits for whoever looks at that.
 */
async function endNow(tx: Tx, deps: Deps, subscription: SubscriptionRow): Promise<void> {
  const open = await openOrderOf(tx, subscription.id);
  const order = open && (await lockOrder(tx, open.id));
  const attempts = order ? await attemptsOf(tx, order.id) : [];
  if (isBusy(attempts)) {
    await changeSubscription(tx, deps, subscription, { isEnding: true });
    const running = liveAttempt(attempts);
    if (running?.fencedAt === null)
      await stopAttempt(tx, deps, running, { kind: 'cancel', reason: 'cancel' });
    return;
  }
  if (order) await closeOrder(tx, deps, order, { status: 'canceled', reason: 'cancel', mail: null });
  await endSubscription(tx, deps, await lockSubscription(tx, subscription.id), 'cancel');
}

/**
 * Cancels it at the end of the paid or free period; in arrears, during a pause, or on a due day: at once. 409
 * `past_period` when there is nothing to cancel.
 */
export async function cancelSubscription(
  tx: Tx,
  deps: Deps,
  subscription: SubscriptionRow,
  reason: string,
): Promise<void> {
  if (!canCancel(subscription)) throw pastPeriod('この定期購入は、すでに解約されているか、終了しています。');
  const now = deps.clock.now();
  const { status, currentUntil } = subscription;
  const noted = await changeSubscription(tx, deps, subscription, {
    canceledAt: new Date(now),
    cancelReason: reason,
  });
  const isRunning = status === 'active' || status === 'trialing';
  if (!isRunning || currentUntil === null || now >= currentUntil.getTime()) return endNow(tx, deps, noted);
  const ending = await changeSubscription(tx, deps, noted, { cancelAtEnd: true, nextActionAt: currentUntil });
  await closeCourses(tx, deps, ending, currentUntil);
  await subscriptionMail(tx, deps, ending, 'canceled', new Date(now).toISOString());
}

async function undoCancel(tx: Tx, deps: Deps, subscription: SubscriptionRow): Promise<void> {
  const { id, dueOn, pausedFrom, currentUntil } = subscription;
  if (dueOn === null) throw new Error(`subscription ${id} has no due day`);
  const next = pausedFrom ?? new Date(chargeMoment(dueOn, id));
  const again = await changeSubscription(tx, deps, subscription, {
    cancelAtEnd: false,
    canceledAt: null,
    cancelReason: null,
    nextActionAt: next,
  });
  await openCourses(tx, deps, again, pausedFrom === null ? openUntil(dueOn) : (currentUntil ?? pausedFrom));
  await subscriptionMail(tx, deps, again, 'resumed', new Date(deps.clock.now()).toISOString());
}

async function undoPause(tx: Tx, deps: Deps, subscription: SubscriptionRow): Promise<void> {
  const { id, pausedFrom } = subscription;
  if (pausedFrom === null) return;
  const dueOn = japaneseDay(pausedFrom.getTime());
  await dropSkipped(tx, id, dueOn);
  const again = await changeSubscription(tx, deps, subscription, {
    pausedFrom: null,
    pausedUntil: null,
    lastPauseAt: null,
    dueOn,
    nextActionAt: new Date(chargeMoment(dueOn, id)),
  });
  await openCourses(tx, deps, again, openUntil(dueOn));
  await subscriptionMail(tx, deps, again, 'resumed', new Date(deps.clock.now()).toISOString());
}

/** 409 `card_needed` when there is no card that may be charged. */
function assertCard({ cardId, needsCard }: SubscriptionRow): void {
  if (cardId !== null && !needsCard) return;
  throw new ApiError(
    409,
    'card_needed',
    'このカードではお支払いいただけません。別のカードを登録してください。',
  );
}

async function chargeNow(tx: Tx, deps: Deps, subscription: SubscriptionRow): Promise<number> {
  const open = await openOrderOf(tx, subscription.id);
  if (open) {
    const order = await lockOrder(tx, open.id);
    if (isBusy(await attemptsOf(tx, order.id))) throw checking(order.id);
    const period = await periodOfOrder(tx, order.id);
    const isOld = period?.isNewAnchor === true && period.dueOn !== japaneseDay(deps.clock.now());
    if (!isOld) {
      await tryCharge(tx, deps, subscription, order.id);
      return order.id;
    }
    await closeOrder(tx, deps, order, { status: 'canceled', reason: 'anew', mail: null });
  }
  const plan = await readPlan(tx, subscription.planId);
  const amount = nextAmount(subscription, plan, japaneseDay(deps.clock.now()));
  if (amount === null)
    throw new ApiError(
      409,
      'price_changed',
      '料金が変わりました。新しい料金に同意してから、お手続きください。',
    );
  const order = await chargeFromNow(tx, deps, { subscription, plan, amount });
  if (!order) throw pastPeriod('本日のお支払いは済んでいます。');
  return order.id;
}

/**
 * Undoes a cancellation, cancels a planned pause, or ends a pause early, which charges now with a new anchor. Answers
 * the order of that charge, or `null`. 409 `past_period`, `card_needed`, `payment_checking`.
 */
export async function resumeSubscription(
  tx: Tx,
  deps: Deps,
  subscription: SubscriptionRow,
): Promise<number | null> {
  switch (resumeKind(subscription, deps.clock.now())) {
    case 'undo_cancel':
      await undoCancel(tx, deps, subscription);
      return null;
    case 'undo_pause':
      await undoPause(tx, deps, subscription);
      return null;
    case 'end_pause':
      assertCard(subscription);
      return chargeNow(tx, deps, subscription);
    case null:
      throw pastPeriod('期間が終わっているため、続けられません。あらためてお申し込みください。');
  }
}

const pauseTexts = {
  pause_used: 'お休みは1年に1回までです。',
  past_period: 'いまはお休みできません。',
} as const;

/**
 * Pauses for the next month, once a year: nothing is charged and nothing is open in that month. 409 `pause_used`,
 * `past_period`.
 */
export async function pauseSubscription(tx: Tx, deps: Deps, subscription: SubscriptionRow): Promise<void> {
  const now = deps.clock.now();
  const problem = pauseProblem(subscription, now);
  const { dueOn, anchorDay, interval, id } = subscription;
  if (problem !== null || dueOn === null) {
    const code = problem ?? 'past_period';
    throw new ApiError(409, code, pauseTexts[code]);
  }
  const nextDueOn = renewalDay(dueOn, anchorDay, interval);
  const [from, until] = [new Date(startOfDay(dueOn)), new Date(startOfDay(nextDueOn))];
  const skipped = await addPeriod(tx, id, { state: 'skipped', from, until, dueOn, orderId: null });
  if (!skipped) throw pastPeriod(pauseTexts.past_period);
  const paused = await changeSubscription(tx, deps, subscription, {
    dueOn: nextDueOn,
    pausedFrom: from,
    pausedUntil: until,
    lastPauseAt: new Date(now),
    nextActionAt: from,
  });
  await closeCourses(tx, deps, paused, from, true);
  await subscriptionMail(tx, deps, paused, 'paused', dueOn);
}

/**
 * Retries a refused charge now; or, after access was closed for arrears, pays from today on (money.md 4.16). Answers
 * the order. 409 `past_period`, `card_needed`, `payment_checking`.
 */
export async function retryCharge(tx: Tx, deps: Deps, subscription: SubscriptionRow): Promise<number> {
  const { status, isEnding } = subscription;
  if ((status !== 'past_due' && status !== 'suspended') || isEnding)
    throw pastPeriod('お支払いが必要な定期購入ではありません。');
  assertCard(subscription);
  return chargeNow(tx, deps, subscription);
}

/** Agrees to a higher price that was read. 412 `price_changed` when the price is another one by now. */
export async function agreeToPrice(
  tx: Tx,
  deps: Deps,
  subscription: SubscriptionRow,
  price: number,
): Promise<void> {
  const plan = await readPlan(tx, subscription.planId);
  if (subscription.status === 'ended') throw pastPeriod('この定期購入は終了しています。');
  if (plan.price !== price)
    throw new ApiError(412, 'price_changed', '料金が変わりました。新しい料金をご確認ください。');
  await changeSubscription(tx, deps, subscription, { agreedPrice: price });
}
