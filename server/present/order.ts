import type { z } from 'zod/mini';
import type {
  orderItemSchema,
  orderPaymentSchema,
  orderSchema,
  orderStatusSchema,
} from '#contracts/shopOrder.ts';
import type { AttemptRow, OrderItemRow } from '../db/schema/order.ts';
import { examOfProduct } from '../domain/exam/fee.ts';
import { taxByRate } from '../domain/money/tax.ts';
import { storeName } from '../domain/money/wording.ts';
import {
  canCancel,
  canRefund,
  canRetry,
  isAllReturned,
  isCaptured,
  isOver,
  isSettled,
  liveAttempt,
  outcomeOf,
  paymentStatus,
} from '../domain/order/policy.ts';
import type { OrderView } from '../domain/order/read.ts';
import { gatewayCode } from '../payment/refusal.ts';

/**
 * The attempt whose state is shown: the one that brought the money; while nobody pays, one whose money goes back, even
 * if a later one came to nothing; else the last one. The words for money that goes back name the order's method, so it
 * is of that.
 */
function shownAttempt({ order, attempts }: OrderView): AttemptRow | null {
  const captured = attempts.find(isCaptured);
  if (captured) return captured;
  const hasMoney = ({ method, received }: AttemptRow) => method === order.method && received > 0;
  const returning = liveAttempt(attempts) ? undefined : attempts.findLast(hasMoney);
  return returning ?? attempts.at(-1) ?? null;
}

/** A slip is shown only as long as it may be paid: otherwise somebody could pay an invalid number by mistake. */
function presentSlip(
  attempt: AttemptRow | null,
): Pick<z.input<typeof orderPaymentSchema>, 'cvs' | 'bank' | 'due_at'> {
  const isShown =
    attempt !== null && ['slip', 'captured'].includes(attempt.state) && attempt.fencedAt === null;
  if (!isShown) return { cvs: null, bank: null, due_at: null };
  const { cvs, bank } = attempt.slip ?? {};
  return {
    cvs: cvs
      ? {
          code: cvs.code,
          name: storeName(cvs.code),
          receipt_no: cvs.receiptNo,
          conf_no: cvs.confNo,
          url: cvs.url,
        }
      : null,
    bank: bank
      ? {
          bank_name: bank.bankName,
          branch: bank.branch,
          type: bank.type,
          number: bank.number,
          holder: bank.holder,
        }
      : null,
    due_at: attempt.dueAt?.toISOString() ?? null,
  };
}

function presentPayment(view: OrderView): z.input<typeof orderPaymentSchema> {
  const { order } = view;
  const attempt = shownAttempt(view);
  const outcome = outcomeOf(order, view.attempts);
  const isPaid = isSettled(order.status);
  const received = isPaid ? Math.max(order.total, attempt?.received ?? 0) : (attempt?.received ?? 0);
  // Of an order that is over, and of one whose money is looked at, nobody is asked for a rest.
  const asksForRest = !isPaid && !isOver(order.status) && !view.attempts.some(isCaptured);
  return {
    status: paymentStatus(order, view.attempts),
    card: attempt?.method === 'card' ? attempt.card : null,
    ...presentSlip(attempt),
    received,
    rest: asksForRest ? Math.max(0, order.total - received) : 0,
    is_uncharged: outcome.isUncharged,
    is_returned: isAllReturned(order, view.attempts),
    failure: outcome.failure,
    error_code: gatewayCode(outcome.errorCode),
  };
}

function presentItem(item: OrderItemRow, inventories: number[]): z.input<typeof orderItemSchema> {
  return {
    id: item.id,
    product_id: item.productId,
    product_type: item.type,
    name: item.name,
    unit_price: item.unitPrice,
    discount: item.discountShare,
    paid: item.paid,
    access_days: item.accessDays,
    course: item.type === 'course' ? (item.courses[0] ?? null) : null,
    exam: examOfProduct(item.productId),
    inventory: inventories[0] ?? null,
    refunded: item.refunded,
  };
}

/** The end is shown while it waits for the guardian, or for the first payment after that. */
function presentGuardian({ order, guardian }: OrderView): z.input<typeof orderSchema>['guardian'] {
  if (!guardian) return null;
  const { decision } = guardian;
  const isWaiting = order.status === 'awaiting_guardian' || order.status === 'confirmed';
  const until = isWaiting ? (order.dueAt?.toISOString() ?? null) : null;
  return { decision, allows_card: decision === 'released', until };
}

/** Path of a paper's PDF. */
function paperUrl(id: number): string {
  return `/api/shop/document/${id}/`;
}

/** An order as its buyer sees it. */
export function presentOrder(view: OrderView, now: number): z.input<typeof orderSchema> {
  const { order, items, attempts, inventories } = view;
  const taxes = taxByRate(items.map(({ paid, rate }) => ({ amount: paid, rate })));
  const receipt = view.papers.find(({ kind, name }) => kind === 'receipt' && name !== null) ?? null;
  const isCancelable = canCancel(order, attempts);
  const payment = presentPayment(view);
  return {
    id: order.id,
    order_no: order.orderNo,
    status: order.status,
    kind: order.kind,
    items: items.map((item) => presentItem(item, inventories.get(item.id) ?? [])),
    subtotal: order.subtotal,
    discount: order.discount,
    total: order.total,
    tax_included: taxes.reduce((sum, { tax }) => sum + tax, 0),
    coupon: order.couponId === null ? null : { id: order.couponId, name: order.couponName ?? '' },
    method: order.method,
    payment,
    confirm_snapshot: order.confirmText,
    created: order.created.toISOString(),
    paid_at: order.paidAt?.toISOString() ?? null,
    can_cancel_until: isCancelable ? payment.due_at : null,
    can_cancel: isCancelable,
    can_retry: canRetry(order, attempts),
    can_refund: canRefund(order, view.watchedLessons, now),
    subscription: order.subscriptionId,
    receipt_name: receipt?.name ?? null,
    receipt_url: receipt ? paperUrl(receipt.id) : null,
    guardian: presentGuardian(view),
    is_test: order.isTest,
  };
}

/**
 * The payment state of an order, for the page that waits for it. `lockedUntil`: card payment is locked for this buyer
 * until then.
 */
export function presentState(
  { order, attempts }: Pick<OrderView, 'order' | 'attempts'>,
  lockedUntil: number | null,
): z.input<typeof orderStatusSchema> {
  const outcome = outcomeOf(order, attempts);
  const isLocked = outcome.next === 'failed' && lockedUntil !== null;
  return {
    order: order.id,
    order_no: order.orderNo,
    status: order.status,
    method: order.method,
    is_subscription: order.subscriptionId !== null || order.kind !== 'sale',
    next: outcome.next,
    redirect_url: outcome.redirectUrl,
    failure: outcome.failure,
    error_code: gatewayCode(outcome.errorCode),
    is_uncharged: outcome.isUncharged,
    retry_at: isLocked ? new Date(lockedUntil).toISOString() : null,
  };
}
