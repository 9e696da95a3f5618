import type { PayMethod } from '#contracts/shopCart.ts';
import { cvsExceeded } from '#contracts/shopCheckout.ts';
import type { Order, OrderItem, OrderMade } from '#contracts/shopOrder.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { donePath, failedPath, relayPath } from '#shared/lib/shop/orderPages.ts';
import { parseTime } from '#shared/lib/text/format.ts';

/** The kinds of order lists (GET /api/shop/order/). */
export const orderKinds = ['purchase', 'subscription'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** The query of the first page of a list. */
export function queryOf(kind: OrderKind): string {
  return `kind=${kind}`;
}

/** The state of an order as the buyer sees it. It never says more than the books do; `checking` while nobody knows. */
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

/** The state while a payment slip is open: what the payment waits for. */
function ofSlip({ payment, method }: Order, now: number): Stand {
  if (payment.status !== 'open') return 'checking';
  const due = parseTime(payment.due_at);
  if (due !== null && due < now) return 'overdue';
  if (payment.received > 0) return 'part';
  return method === 'bank' ? 'transfer' : 'store';
}

/** The state of an order as shown. `now`: epoch ms. A status that this version does not know becomes `checking`. */
export function standOf(order: Order, now: number): Stand {
  const { status, total, payment, can_cancel, guardian } = order;
  if (status === 'paid') return total === 0 ? 'free' : 'paid';
  if (status === 'awaiting_payment') return ofSlip(order, now);
  // A charge of which the order knows nothing yet: a person or a search decides (money.md 7, row 64).
  if (payment.received > 0 && (status === 'confirmed' || status === 'authenticating')) return 'checking';
  // A guardian has agreed, but nobody has begun to pay.
  if (status === 'confirmed' && guardian !== null && payment.status === 'none') return 'approved';
  if (status === 'confirmed' || status === 'authenticating') {
    return can_cancel && payment.failure !== 'unknown' ? 'going' : 'checking';
  }
  return ofSettled[status] ?? 'checking';
}

const paidStands: ReadonlySet<Stand> = new Set(['paid', 'free', 'refunding', 'partlyRefunded', 'refunded']);

/** Whether the money has arrived, or nothing had to be paid; also if money was refunded since. */
export function isSettled(order: Order): boolean {
  return paidStands.has(standOf(order, 0));
}

/** Whether the order can still be paid, also in another way. */
export function isUnpaid(order: Order): boolean {
  return !isSettled(order) && order.status !== 'expired' && order.status !== 'canceled';
}

const payable: ReadonlySet<Stand> = new Set(['approved', 'going', 'store', 'transfer', 'part', 'failed']);

/** Of a list the orders that wait: first for a payment, then for a guardian's answer. */
export function waitingOrders(orders: readonly Order[], now: number): { order: Order; stand: Stand }[] {
  const all = orders.map((order) => ({ order, stand: standOf(order, now) }));
  return [
    ...all.filter(({ stand }) => payable.has(stand)),
    ...all.filter(({ stand }) => stand === 'guardian'),
  ];
}

/** Whether the order ended because the buyer's guardian declined it. */
export function isDeclined({ status, guardian }: Order): boolean {
  return status === 'canceled' && guardian?.decision === 'declined';
}

/** Whether a receipt is available: the order was paid and not all of the money was refunded (money.md 4.17). */
export function hasReceipt(order: Order): boolean {
  return isSettled(order) && order.total > 0 && order.status !== 'refunded';
}

/** Whether something in the order renews itself. */
export function isOfPlan({ order, state }: OrderMade): boolean {
  return state.is_subscription || order.kind !== 'sale' || order.subscription !== null;
}

/** The page with the result of an order: it depends on the payment method, or on why the order is not paid. */
export function resultPath(made: OrderMade): string {
  const { order, state } = made;
  if (state.next === 'failed') return failedPath(order.id);
  if (state.next !== 'done') return relayPath(order.id);
  return donePath(order.id, { method: order.method, isOfPlan: isOfPlan(made) });
}

/** Where learning with an item begins: its course, once it is in the library. The fee of an exam leads to the exam. */
export function studyPath({ inventory, exam }: OrderItem): string {
  if (exam !== null) return paths.mockexamTop(exam);
  return inventory === null ? paths.course() : paths.lecture(inventory);
}

/** Payment methods offered for an existing order, in the order of the page. */
export const retryMethods = ['card', 'cvs', 'bank'] as const satisfies readonly PayMethod[];
export type RetryMethod = (typeof retryMethods)[number];

/**
 * Why an order cannot be paid by a method; `null`: it can. `methods`: the methods the server accepts. `isGuardians`:
 * only the guardian types in a card, on their own page. `isPlan`: the order begins a repeated charge, which only a card
 * can do (money.md 4.14).
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
  return method === 'cvs' ? cvsExceeded(total) : null;
}

/**
 * A number in groups of four, for reading: `1234 5678 90`; `at`: where each group begins. A last digit never stands
 * alone.
 */
export function groupsOf(number: string): { at: number; text: string }[] {
  return [...number.matchAll(/\d{4}(?=\d{2})|\d+|\D+/g)].map(({ 0: text, index }) => ({ at: index, text }));
}

/** How long the page waits before it polls the payment state again, ms; `null`: it has polled for two minutes. */
export function lookPause(asked: number): number | null {
  if (asked >= 28) return null;
  return asked < 5 ? 2000 : 5000;
}
