import * as z from 'zod/mini';
import { noCard } from './freeText.ts';
import { pageOf } from './page.ts';
import { payMethods } from './shopCart.ts';
import { confirmBlockSchema, cvsCodes, payerInputSchema } from './shopCheckout.ts';
import { count, flag, id, idOrNull, list, numberOrNull, orNull, text, textOrNull } from './wire.ts';

/** States of an order (product.md 3.8). A draft is a checkout. */
export const orderStatuses = [
  'awaiting_guardian',
  'confirmed',
  'authenticating',
  'awaiting_payment',
  'paid',
  'failed',
  'expired',
  'canceled',
  'refund_requested',
  'partially_refunded',
  'refunded',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What the page does next: poll, go to the bank's page, show the result, or show why it failed. */
export const orderNexts = ['poll', '3ds', 'done', 'failed'] as const;

/**
 * Why a payment failed, in our words (product.md 3.5). `limit`: over the card's limit · `not_accepted`: the card is not
 * accepted · `input`: number, expiry or code · `tds`: identity check (3-D Secure) not finished · `token`: the card must
 * be typed again · `locked`: too many refusals · `closed`: this way of payment is closed at the moment · `trial_used`:
 * this card already had the free days · `unknown`: not known yet.
 */
export const payFailures = [
  'limit',
  'not_accepted',
  'input',
  'tds',
  'token',
  'locked',
  'closed',
  'trial_used',
  'unknown',
] as const;
export type PayFailure = (typeof payFailures)[number];

export const orderItemSchema = z.object({
  id,
  product_id: id,
  product_type: text,
  name: text,
  unit_price: count,
  /** Its share of the discount. */
  discount: count,
  paid: count,
  access_days: numberOrNull,
  course: idOrNull,
  /** The exam whose fee it is; `null` for everything else. */
  exam: idOrNull,
  /** Inventory item that opens the lessons, once it is paid. */
  inventory: idOrNull,
  refunded: count,
});
export type OrderItem = z.output<typeof orderItemSchema>;

export const orderPaymentSchema = z.object({
  /** `none`, `open`, `checking`, `paid`, `failed`, `expired`. */
  status: text,
  card: orNull(z.object({ brand: text, last4: text })),
  cvs: orNull(z.object({ code: text, name: text, receipt_no: text, conf_no: text, url: text })),
  bank: orNull(z.object({ bank_name: text, branch: text, type: text, number: text, holder: text })),
  due_at: textOrNull,
  /** Yen received, and yen still missing: 0 once nothing more is to be paid for this order. */
  received: count,
  rest: count,
  /** It is certain that nothing was charged, by none of its attempts. */
  is_uncharged: flag,
  /** A card was charged for what was not paid, and all of it has gone back to it. */
  is_returned: flag,
  /** One of `payFailures`, or `null`. */
  failure: textOrNull,
  /** The gateway's own code, for the support desk. */
  error_code: textOrNull,
});
export type OrderPayment = z.output<typeof orderPaymentSchema>;

export const orderSchema = z.object({
  id,
  order_no: text,
  /** One of `orderStatuses`. */
  status: text,
  /** `sale`, `renewal`, `trial`. */
  kind: text,
  items: list(orderItemSchema),
  subtotal: count,
  discount: count,
  total: count,
  tax_included: count,
  coupon: orNull(z.object({ id, name: text })),
  method: text,
  payment: orderPaymentSchema,
  /** The text that was agreed to. */
  confirm_snapshot: list(confirmBlockSchema),
  created: textOrNull,
  paid_at: textOrNull,
  /** Until when the buyer can cancel it, or `null`. */
  can_cancel_until: textOrNull,
  can_cancel: flag,
  can_retry: flag,
  can_refund: flag,
  subscription: idOrNull,
  /** Name on the receipt, once it is set. */
  receipt_name: textOrNull,
  receipt_url: textOrNull,
  /** Of a buyer under 18: the guardian's answer; `null` for every other order. */
  guardian: orNull(
    z.object({
      /** `approved`, `declined`, `released` (has come of age), or `null`: no answer yet. */
      decision: textOrNull,
      /** The buyer may pay it by card; not while a guardian still has to decide. */
      allows_card: flag,
      /** Until when it waits for the guardian; after the approval, for its first payment. */
      until: textOrNull,
    }),
  ),
  /** Made with the test gateway. */
  is_test: flag,
});
export type Order = z.output<typeof orderSchema>;

/** GET /api/shop/order/ */
export const orderPageSchema = pageOf(orderSchema);
export type OrderPage = z.output<typeof orderPageSchema>;

/** GET /api/shop/order/{id}/status/ and POST /api/shop/order/ (which adds the order). */
export const orderStatusSchema = z.object({
  order: id,
  order_no: text,
  status: text,
  method: text,
  is_subscription: flag,
  /** One of `orderNexts`. */
  next: text,
  /** Address of the bank's page, with `next` `3ds`. */
  redirect_url: textOrNull,
  /** One of `payFailures`, with `next` `failed`. */
  failure: textOrNull,
  error_code: textOrNull,
  /** It is certain that nothing was charged. */
  is_uncharged: flag,
  /** When a locked card payment is unlocked. */
  retry_at: textOrNull,
});
export type OrderState = z.output<typeof orderStatusSchema>;

export const orderMadeSchema = z.object({ order: orderSchema, state: orderStatusSchema });
export type OrderMade = z.output<typeof orderMadeSchema>;

/** POST /api/shop/order/{id}/retry/: a new payment for the same goods. */
export const orderRetryInputSchema = z.object({
  method: z.enum(payMethods),
  payer: z.optional(payerInputSchema),
  cvs_code: z.optional(z.enum(cvsCodes)),
  card_id: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  gmo_token: z.optional(z.nullable(z.string().check(z.maxLength(512)))),
  card: z.optional(
    z.nullable(
      z.object({
        brand: z.string().check(z.maxLength(20), noCard()),
        last4: z.string().check(z.regex(/^\d{4}$/)),
        expiry: z.string().check(z.regex(/^\d{4}$/)),
      }),
    ),
  ),
});
export type OrderRetryInput = z.output<typeof orderRetryInputSchema>;

/** POST /api/shop/order/{id}/cancel/ */
export const orderCancelInputSchema = z.object({
  reason: z._default(z.string().check(z.maxLength(500), noCard()), ''),
});

/** GET /api/payment/gmo/result/{ref}/: a visitor without a login sees only the state (money.md 4.6). */
export const payResultSchema = z.object({
  next: text,
  failure: textOrNull,
  is_uncharged: flag,
  /** For a card that was only to be kept: the page where its owner continues after login. */
  to: textOrNull,
});
export type PayResult = z.output<typeof payResultSchema>;

/** Where the card frame gets its script, and the seller's data it needs (money.md 6); GET /api/payment/settings/. */
export const paySettingsSchema = z.object({
  /** Of `payMethods`: what this server can take at all. */
  methods: list(text),
  /** Address of the card frame's document. */
  frame_url: textOrNull,
  is_test: flag,
});
export type PaySettings = z.output<typeof paySettingsSchema>;
