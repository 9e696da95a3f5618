/**
 * What may be done with an order, and what is known about its payment. Pure: rows in, words out (money.md 1, 4.12,
 * 4.13).
 */
import type { OrderStatus, orderNexts, PayFailure } from '#contracts/shopOrder.ts';
import type { AttemptRow, AttemptState, OrderRow } from '../../db/schema/order.ts';
import { addDays, startOfDay } from '../money/jstDate.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';

export type OrderFacts = Pick<OrderRow, 'status' | 'kind' | 'method' | 'total' | 'paidAt'>;
export type AttemptFacts = Pick<
  AttemptRow,
  | 'method'
  | 'state'
  | 'fencedAt'
  | 'isUnknown'
  | 'received'
  | 'returnedAt'
  | 'redirectUrl'
  | 'failure'
  | 'errorCode'
>;

const live: ReadonlySet<AttemptState> = new Set(['ready', 'entered', 'challenged', 'slip']);
const settled: ReadonlySet<OrderStatus> = new Set([
  'paid',
  'refund_requested',
  'partially_refunded',
  'refunded',
]);
const over: ReadonlySet<OrderStatus> = new Set(['expired', 'canceled']);

/** Days in which a paid order may be given back if little was watched, not counting the day of payment. */
const returnDays = 8;
/** From this many watched lessons on, it may not be given back. */
const returnLessons = 3;

/** The attempt may still bring money: no other one may be made beside it (R4). */
export function isLive({ state }: Pick<AttemptRow, 'state'>): boolean {
  return live.has(state);
}

/** The attempt that may still bring money, or `null`; an order has at most one. */
export function liveAttempt<Attempt extends Pick<AttemptRow, 'state'>>(
  attempts: readonly Attempt[],
): Attempt | null {
  return attempts.find(isLive) ?? null;
}

/** Money came for the attempt, and counts as its payment. */
export function isCaptured({ state }: Pick<AttemptRow, 'state'>): boolean {
  return state === 'captured';
}

/**
 * Whether an order that is not paid has to wait for one of its attempts (R4): it may still bring money; or it brought
 * another sum than was asked for, which is held until a person has looked (row 64 of money.md 7). Until then no other
 * attempt begins, and the order does not end.
 */
export function isBusy(attempts: readonly Pick<AttemptRow, 'state'>[]): boolean {
  return attempts.some((attempt) => isLive(attempt) || isCaptured(attempt));
}

/** Whether the order was paid, no matter what was given back since. */
export function isSettled(status: OrderStatus): boolean {
  return settled.has(status);
}

/** Whether the order ended without money and takes no payment any more. */
export function isOver(status: OrderStatus): boolean {
  return over.has(status);
}

/** A slip that its buyer has received, and whose end nobody has asked for yet. */
function isOpenSlip(attempt: AttemptFacts): boolean {
  return attempt.state === 'slip' && attempt.fencedAt === null && attempt.received === 0;
}

/** The buyer is at the bank's page, or has left it: nothing was charged, because only the next command charges. */
function isAtBank(attempt: AttemptFacts): boolean {
  return (
    attempt.state === 'challenged' &&
    attempt.fencedAt === null &&
    !attempt.isUnknown &&
    attempt.returnedAt === null
  );
}

/**
 * Whether an order is unpaid, and we can stop whatever is under way (money.md 4.13). A part payment has to be given
 * back first, and so has money that is held.
 */
export function canCancel({ status, kind }: OrderFacts, attempts: readonly AttemptFacts[]): boolean {
  if (isSettled(status) || isOver(status) || kind === 'renewal' || attempts.some(isCaptured)) return false;
  const running = liveAttempt(attempts);
  return running === null || isOpenSlip(running) || isAtBank(running);
}

/** A bank transfer that was paid in part and that nobody has asked to cancel. */
function isPartPaid(attempt: AttemptFacts): boolean {
  return attempt.state === 'slip' && attempt.fencedAt === null && attempt.received > 0;
}

/**
 * Whether an unpaid order ends with its buyer's withdrawal (money.md 4.19): as by `canCancel`, and while a part of a
 * transfer has come, which is owed back then.
 */
export function canEndForLeaver(order: OrderFacts, attempts: readonly AttemptFacts[]): boolean {
  if (canCancel(order, attempts)) return true;
  const running = liveAttempt(attempts);
  return order.kind === 'sale' && !isOver(order.status) && running !== null && isPartPaid(running);
}

/**
 * Whether the same goods can be paid in another way: the payment failed, or there is only a slip that nobody has paid
 * (money.md 4.12). Not while money is held: it may be what pays them.
 */
export function canRetry({ status, kind }: OrderFacts, attempts: readonly AttemptFacts[]): boolean {
  if (kind !== 'sale' || isSettled(status) || isOver(status) || status === 'awaiting_guardian') return false;
  if (attempts.some(isCaptured)) return false;
  const running = liveAttempt(attempts);
  return running === null || isOpenSlip(running);
}

/** Until when its buyer may give a paid order back; `null`: it was not paid. */
export function returnUntil(paidAt: Date | null): number | null {
  return paidAt && startOfDay(addDays(japaneseDay(paidAt.getTime()), returnDays + 1));
}

/** Whether the buyer may give a paid order back: within eight days, with fewer than three lessons watched. */
export function canRefund(
  { status, kind, total, paidAt }: OrderFacts,
  watchedLessons: number,
  now: number,
): boolean {
  const end = returnUntil(paidAt);
  const isOpen = end !== null && now < end && watchedLessons < returnLessons;
  return kind === 'sale' && status === 'paid' && total > 0 && isOpen;
}

/**
 * Whether it is certain that nothing was charged: every attempt has a proven end without money (R4: refused, or
 * searched for after it was fenced). Unknown is not certain.
 */
export function isUncharged({ status }: OrderFacts, attempts: readonly AttemptFacts[]): boolean {
  const isProven = ({ state, isUnknown, received }: AttemptFacts) =>
    ['refused', 'expired', 'cancelled'].includes(state) && !isUnknown && received === 0;
  return !isSettled(status) && attempts.every(isProven);
}

/**
 * Whether an order that nobody has paid was charged, and all of that has gone back through the gateway: no attempt
 * keeps money, or could still bring some.
 */
export function isAllReturned({ status }: OrderFacts, attempts: readonly AttemptFacts[]): boolean {
  const isEmpty = (attempt: AttemptFacts) => !isLive(attempt) && !attempt.isUnknown && attempt.received === 0;
  const wasCharged = attempts.some((attempt) => isCaptured(attempt) || attempt.state === 'extra');
  return !isSettled(status) && wasCharged && attempts.every(isEmpty);
}

export type Outcome = {
  next: (typeof orderNexts)[number];
  redirectUrl: string | null;
  failure: PayFailure | null;
  errorCode: string | null;
  isUncharged: boolean;
};

/** A guardian has agreed to it, and nobody has begun to pay it. Every other order begins with its first attempt. */
function waitsForFirstTry({ status, kind, total }: OrderFacts, attempts: readonly AttemptFacts[]): boolean {
  return status === 'confirmed' && kind === 'sale' && total > 0 && attempts.length === 0;
}

/** What the page does next. `attempts` in their order. */
export function outcomeOf(order: OrderFacts, attempts: readonly AttemptFacts[]): Outcome {
  const nothing = { redirectUrl: null, failure: null, errorCode: null };
  const uncharged = { isUncharged: isUncharged(order, attempts) };
  if (isSettled(order.status) || order.status === 'awaiting_guardian')
    return { next: 'done', ...nothing, ...uncharged };
  const running = isOver(order.status) ? null : liveAttempt(attempts);
  if (running) return { ...ofRunning(running), ...uncharged };
  const last = attempts.at(-1);
  const { failure = null, errorCode = null } = last ?? {};
  if (order.status === 'failed' || isOver(order.status))
    return { ...nothing, next: 'failed', failure, errorCode, ...uncharged };
  if (waitsForFirstTry(order, attempts)) return { next: 'done', ...nothing, ...uncharged };
  return { next: 'poll', ...nothing, ...uncharged };
}

function ofRunning(attempt: AttemptFacts): Omit<Outcome, 'isUncharged'> {
  const nothing = { redirectUrl: null, failure: null, errorCode: null };
  if (attempt.isUnknown) return { ...nothing, next: 'poll', failure: 'unknown' };
  if (attempt.state === 'slip' && attempt.fencedAt === null) return { ...nothing, next: 'done' };
  if (attempt.redirectUrl !== null && isAtBank(attempt))
    return { ...nothing, next: '3ds', redirectUrl: attempt.redirectUrl };
  return { ...nothing, next: 'poll' };
}

/** The state of the payment, in the words of the contract (`orderPaymentSchema`). */
export function paymentStatus(
  order: OrderFacts,
  attempts: readonly AttemptFacts[],
): 'none' | 'open' | 'checking' | 'paid' | 'failed' | 'expired' {
  if (isSettled(order.status)) return order.total === 0 ? 'none' : 'paid';
  if (order.status === 'expired') return 'expired';
  if (order.status === 'failed') return 'failed';
  if (order.status === 'canceled') return 'none';
  const running = liveAttempt(attempts);
  if (!running) return attempts.some(isCaptured) ? 'checking' : 'none';
  return running.state === 'slip' && running.fencedAt === null && !running.isUnknown ? 'open' : 'checking';
}
