import * as z from 'zod/mini';
import { noCard } from './freeText.ts';
import { kanaField, nameField, phoneField } from './profile.ts';
import { payMethods, productIdField } from './shopCart.ts';
import { count, flag, id, idOrNull, list, orNull, text, textOrNull } from './wire.ts';

/** Store chains whose terminals take a payment, with the gateway's numbers (money.md 3.1). */
export const cvsCodes = ['00007', '10001', '10002', '10005', '10008'] as const;
export type CvsCode = (typeof cvsCodes)[number];

/** Minimum and maximum amount of a payment at a convenience store, yen (product.md 3.9 item 3). */
export const cvsLimits = { least: 200, most: 299_999 } as const;

/** Which limit of a payment at a convenience store a sum exceeds; `null`: none. */
export function cvsExceeded(total: number): keyof typeof cvsLimits | null {
  if (total > cvsLimits.most) return 'most';
  return total < cvsLimits.least ? 'least' : null;
}

/** Minutes for which a checkout stays unchanged (money.md 1). */
export const checkoutMinutes = 25;

const payerName = nameField.check(z.minLength(1));

/** The payer: the gateway and the store need a name, its reading and a phone number. */
export const payerInputSchema = z.object({
  kind: z.enum(['self', 'guardian']),
  family_name: payerName,
  given_name: payerName,
  family_name_kana: kanaField.check(z.minLength(1)),
  given_name_kana: kanaField.check(z.minLength(1)),
  phone: phoneField,
});
export type PayerInput = z.output<typeof payerInputSchema>;

/** POST /api/shop/checkout/: freezes the cart, or one plan, into an offer. */
export const checkoutInputSchema = z.object({
  /** Revision of the cart that the buyer saw; left out for a plan, which is bought alone. */
  cart_version: z.optional(z.int()),
  plan: z.optional(productIdField),
  method: z.enum(payMethods),
  payer: payerInputSchema,
  cvs_code: z.optional(z.enum(cvsCodes)),
  card_id: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  /** From the card frame; used once, deleted as soon as it was sent (money.md 6). */
  gmo_token: z.optional(z.nullable(z.string().check(z.maxLength(512)))),
  /** What the frame tells of the card for display: last four digits, guessed brand, `YYMM`. */
  card: z.optional(
    z.nullable(
      z.object({
        brand: z.string().check(z.maxLength(20), noCard()),
        last4: z.string().check(z.regex(/^\d{4}$/)),
        expiry: z.string().check(z.regex(/^\d{4}$/)),
      }),
    ),
  ),
  /** Keep the card after the payment; the card of a plan is always kept. */
  save_card: z.optional(z.boolean()),
});
export type CheckoutInput = z.output<typeof checkoutInputSchema>;

/** One of the six things a buyer must read before an order (money.md 6, 特商法 12条の6). */
export const confirmBlockSchema = z.object({
  /** `items`, `price`, `payment`, `delivery`, `cancel`, `deadline`. */
  key: text,
  title: text,
  lines: list(text),
});
export type ConfirmBlock = z.output<typeof confirmBlockSchema>;

/** A frozen offer, with the text that the order stores. */
export const checkoutSchema = z.object({
  checkout_id: id,
  confirm: list(confirmBlockSchema),
  confirm_hash: text,
  expires_at: text,
  method: text,
  total: count,
  is_subscription: flag,
  /** The plan that is bought, with its first charge; `null`: goods of the cart. */
  plan: orNull(
    z.object({
      id,
      product_id: id,
      name: text,
      price: count,
      interval: text,
      /** There are free days, until `trial_end_at`. */
      is_trial: flag,
      trial_end_at: textOrNull,
      /** When money is taken for the first time after the order; with a trial this is the very first charge. */
      next_charge_at: textOrNull,
      next_amount: count,
    }),
  ),
  /** The card will be kept for later payments. */
  saves_card: flag,
  /** The order waits for a guardian's approval before it is paid. */
  needs_guardian: flag,
  /** The guardian's monthly limit approves it: it does not wait for them. */
  within_limit: flag,
  /** The buyer has to read 概要書面 and agree to electronic papers before the order (shopDocument.ts, money.md 4.18). */
  needs_papers: flag,
  /** The payer that the order will store, for display: the form on the device may say something else by now. */
  payer: orNull(z.object({ name: text, phone: text })),
  /** The card of the checkout for display, or `null`. */
  card: z.catch(z.nullable(z.object({ brand: text, last4: text })), null),
  /** The card token can no longer be used: the buyer has to type the card again. */
  card_expired: flag,
  /** The order made from it, or `null`. */
  order: idOrNull,
});
export type Checkout = z.output<typeof checkoutSchema>;

/** What has changed since the buyer looked (412 `price_changed`); also POST /api/shop/checkout/{id}/renew/. */
export const checkoutChangeSchema = z.object({
  changes: list(z.object({ title: text, before: text, after: text })),
  checkout: z.catch(z.nullable(checkoutSchema), null),
  coupon_gone: flag,
  expires_at: textOrNull,
});
export type CheckoutChange = z.output<typeof checkoutChangeSchema>;

/** POST /api/shop/order/. Its `Idempotency-Key` is the checkout's id. */
export const orderInputSchema = z.object({
  checkout_id: z.uuid(),
  confirm_hash: z.string().check(z.maxLength(128)),
  agree: z.literal(true),
});
