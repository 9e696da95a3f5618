import type { PayMethod } from '#contracts/shopCart.ts';
import { cvsLimits } from '#contracts/shopCheckout.ts';
import type { Order, OrderItem, OrderMade } from '#contracts/shopOrder.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { parseTime } from '#shared/lib/text/format.ts';

/** Which orders a list is of (GET /api/shop/order/). */
export const orderKinds = ['purchase', 'subscription'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** The query of the first page of a list. */
export function queryOf(kind: OrderKind): string {
  return `kind=${kind}`;
}

/** How an order stands for who reads of it: nothing that the books do not say, and `checking` while nobody knows. */
export type Stand =
  | 'guardian'
  | 'approved'
  | 'checking'
  | 'going'
  | 'store'
  | 'transfer'
  | 'part'
  | 'overdue'
  | 'paid'
  | 'free'
  | 'failed'
  | 'expired'
  | 'canceled'
  | 'refunding'
  | 'partlyRefunded'
  | 'refunded';

const ofSettled: Readonly<Record<string, Stand>> = {
  refund_requested: 'refunding',
  partially_refunded: 'partlyRefunded',
  refunded: 'refunded',
  failed: 'failed',
  expired: 'expired',
  canceled: 'canceled',
  awaiting_guardian: 'guardian',
};

/** A slip is out: what it waits for. */
function ofSlip({ payment, method }: Order, now: number): Stand {
  if (payment.status !== 'open') return 'checking';
  const due = parseTime(payment.due_at);
  if (due !== null && due < now) return 'overdue';
  if (payment.received > 0) return 'part';
  return method === 'bank' ? 'transfer' : 'store';
}

/** How an order stands. `now`: epoch ms. A state that this version does not know is `checking`. */
export function standOf(order: Order, now: number): Stand {
  const { status, total, payment, can_cancel, guardian } = order;
  if (status === 'paid') return total === 0 ? 'free' : 'paid';
  if (status === 'awaiting_payment') return ofSlip(order, now);
  // A guardian has agreed, and nobody has begun to pay it.
  if (status === 'confirmed' && guardian !== null && payment.status === 'none') return 'approved';
  if (status === 'confirmed' || status === 'authenticating') {
    return can_cancel && payment.failure !== 'unknown' ? 'going' : 'checking';
  }
  return ofSettled[status] ?? 'checking';
}

const paidStands: ReadonlySet<Stand> = new Set(['paid', 'free', 'refunding', 'partlyRefunded', 'refunded']);

/** The money is here, or nothing had to be paid; whatever was given back since. */
export function isSettled(order: Order): boolean {
  return paidStands.has(standOf(order, 0));
}

/** It can still come to money, or be paid in another way. */
export function isUnpaid(order: Order): boolean {
  return !isSettled(order) && order.status !== 'expired' && order.status !== 'canceled';
}

/** It ended because the guardian of who ordered it did not want it. */
export function isDeclined({ status, guardian }: Order): boolean {
  return status === 'canceled' && guardian?.decision === 'declined';
}

/** It was paid and money stayed: there is a receipt to be had (money.md 4.17). */
export function hasReceipt(order: Order): boolean {
  return isSettled(order) && order.total > 0 && order.status !== 'refunded';
}

/** Something renews itself with it. */
export function isOfPlan({ order, state }: OrderMade): boolean {
  return state.is_subscription || order.kind !== 'sale' || order.subscription !== null;
}

const withOrder = (path: string, id: string) => `${path}?order=${encodeURIComponent(id)}`;

/** The page that takes an order through its payment. */
export function relayPath(id: string): string {
  return withOrder('/payment/gmo', id);
}

/** Where the result of an order is shown: by how it is paid, or why it is not. */
export function resultPath(made: OrderMade): string {
  const { order, state } = made;
  if (state.next === 'failed') return withOrder(paths.paymentError(), order.id);
  if (state.next !== 'done') return relayPath(order.id);
  if (isOfPlan(made)) return withOrder(paths.paymentCompleteSubscribe(), order.id);
  if (order.method === 'card') return withOrder(paths.paymentCompleteCredit(), order.id);
  return withOrder(order.method === 'bank' ? paths.paymentCompleteBank() : paths.paymentComplete(), order.id);
}

/** Where the learning of an item begins; its course, once the library knows it. The fee of an exam leads to the exam. */
export function studyPath({ inventory, exam }: OrderItem): string {
  if (exam !== null) return paths.mockexamTop(exam);
  return inventory === null ? paths.course() : paths.lecture(inventory);
}

/** Ways of paying that somebody chooses between for an order that exists, as they stand on the page. */
export const retryMethods = ['card', 'cvs', 'bank'] as const satisfies readonly PayMethod[];
export type RetryMethod = (typeof retryMethods)[number];

/**
 * Why an order cannot be paid in a way; `null`: it can. `methods`: what the server takes at all. `isGuardians`: a card is a
 * guardian's to type in, on a page of their own. `isPlan`: it begins something that is charged again and again, which a card
 * alone can be (money.md 4.14).
 */
export function whyClosed(
  method: RetryMethod,
  {
    total,
    methods,
    isLocked,
    isGuardians = false,
    isPlan = false,
  }: {
    total: number;
    methods: readonly string[];
    isLocked: boolean;
    isGuardians?: boolean;
    isPlan?: boolean;
  },
): 'off' | 'most' | 'least' | 'locked' | 'guardian' | 'plan' | null {
  if (isPlan && method !== 'card') return 'plan';
  if (!methods.includes(method)) return 'off';
  if (method === 'card' && isGuardians) return 'guardian';
  if (method === 'card' && isLocked) return 'locked';
  if (method === 'cvs' && total > cvsLimits.most) return 'most';
  return method === 'cvs' && total < cvsLimits.least ? 'least' : null;
}

/** A number in groups of four, for the eye: `1234 5678 90`; `at`: where each begins. A last digit never stands alone. */
export function groupsOf(number: string): { at: number; text: string }[] {
  return [...number.matchAll(/\d{4}(?=\d{2})|\d+|\D+/g)].map(({ 0: text, index }) => ({ at: index, text }));
}

/** How long the page waits before it asks again how a payment stands, ms; `null`: it has asked for two minutes. */
export function lookPause(asked: number): number | null {
  if (asked >= 28) return null;
  return asked < 5 ? 2000 : 5000;
}
