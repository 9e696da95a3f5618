import type { GuardianOrderView, GuardianStatusAnswer } from '#contracts/shopGuardian.ts';
import { type Order, type OrderMade, type PayFailure, payFailures } from '#contracts/shopOrder.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { failureTexts } from './failureTexts.ts';
import { isDeclined, isOfPlan, isSettled, isUnpaid, standOf } from './model.ts';
import { texts } from './texts.ts';

const { money } = failureTexts;

/** Who is told how to go on: a plan is paid by card alone, and a learner under 18 pays by any way but that. */
type Reader = 'buyer' | 'plan' | 'child';

function readerOf(made: OrderMade): Reader {
  const { guardian } = made.order;
  if (isOfPlan(made)) return 'plan';
  return guardian !== null && !guardian.allows_card ? 'child' : 'buyer';
}

const reasonsOf: Readonly<Record<Reader, Partial<Record<PayFailure, string>>>> = {
  buyer: {},
  plan: failureTexts.ofPlan,
  child: failureTexts.ofChild,
};

/** The words for a failure; empty: it is not known. */
function reasonWords(failure: string | null, reader: Reader): string {
  const known = payFailures.find((one) => one === failure);
  return known === undefined ? '' : (reasonsOf[reader][known] ?? failureTexts.why[known]);
}

/** That card payment is locked for the buyer until a moment, and what they can do. */
export function lockedWords(made: OrderMade, until: number): string {
  const reader = readerOf(made);
  if (reader === 'plan') return failureTexts.lockedUntilOfPlan(until);
  return reader === 'child' ? failureTexts.lockedUntilOfChild(until) : failureTexts.lockedUntil(until);
}

/** Why the last payment failed; empty: it is not known. Nothing of a charge: that is `moneyWords`. */
export function reasonOf(made: OrderMade): string {
  return reasonWords(made.state.failure ?? made.order.payment.failure, readerOf(made));
}

/** Why an order is not paid, or is over, in words; nothing here is a guess. */
export function whyFailed(made: OrderMade): string {
  const { order, state } = made;
  if (!isUnpaid(order)) return isDeclined(order) ? texts.declined : failureTexts.over;
  const failure = state.failure ?? order.payment.failure;
  const until = parseTime(state.retry_at);
  if (until !== null && (failure === 'locked' || order.method === 'card')) return lockedWords(made, until);
  const none = isOfPlan(made) ? failureTexts.noReasonOfPlan : failureTexts.noReason;
  return reasonOf(made) || none;
}

/** Why the last payment of an order failed, for the guardian who may pay it in every way; `null`: it has not. */
export function guardianFailure({ next, failure }: GuardianStatusAnswer): string | null {
  if (next !== 'failed') return null;
  return reasonWords(failure, 'buyer') || failureTexts.noReason;
}

type Moneyed = Pick<Order, 'method' | 'total' | 'payment'> & { status?: string };

/**
 * Whether money that came after the end of an order waits for a person, who gives it back or lets it pay the order
 * (money.md 4.8). A card and a part of a transfer go back in any case.
 */
function isLate({ method, total, payment: { received } }: Moneyed): boolean {
  return received > 0 && method !== 'card' && (method !== 'bank' || received >= total);
}

/** What is known of the money of an order whose payment failed or that is over. */
function endedWords(order: Moneyed): string {
  const { received, is_uncharged, is_returned } = order.payment;
  if (is_uncharged) return money.uncharged;
  if (is_returned) return money.returned;
  if (received === 0) return money.asking;
  if (order.method === 'card') return money.charged(received);
  if (!isLate(order)) return money.part(received);
  return order.status === 'canceled' ? money.lateCanceled(received) : money.late(received);
}

/**
 * What is known of the money of an order that is not paid: only what is certain is called so (money.md 1). Empty: the
 * words for its state say enough.
 */
export function moneyWords({ order, state }: OrderMade): string {
  if (isSettled(order)) return '';
  const { received, is_uncharged } = order.payment;
  if (state.next === 'failed') return endedWords(order);
  // The moment tells a slip in time from one that is overdue, and neither has words here.
  const stand = standOf(order, 0);
  if (stand === 'checking') return received > 0 ? money.held(received) : money.checking;
  return stand === 'approved' && is_uncharged ? money.soFar : '';
}

/** What is known of the money after a failed payment, for the guardian; empty while none has failed. */
export function guardianMoney(order: GuardianOrderView, { next }: GuardianStatusAnswer): string {
  return next === 'failed' ? endedWords(order) : '';
}

/** Whether the buyer is helped to order the same goods again: not while a person decides about money for the first. */
export function mayReorder(order: Order): boolean {
  const isOver = !isSettled(order) && !isUnpaid(order);
  return isOver && order.subscription === null && !isLate(order);
}

/** The gateway's own code, for the support desk; `null` for a word of ours, which would help nobody. */
export function gatewayCode(code: string | null): string | null {
  return code !== null && /^(?=.*\d)(?=.*[A-Z])[A-Z\d]{3,12}$/.test(code) ? code : null;
}
