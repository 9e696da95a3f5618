import type { CheckoutBodyInput } from '#contracts/shopAddress.ts';
import {
  type Checkout,
  type CheckoutChange,
  checkoutChangeSchema,
  checkoutSchema,
} from '#contracts/shopCheckout.ts';
import { type Consent, consentSchema, consentSteps, consentVersion } from '#contracts/shopDocument.ts';
import {
  type OrderMade,
  type OrderState,
  orderMadeSchema,
  orderStatusSchema,
  type PayResult,
  payResultSchema,
} from '#contracts/shopOrder.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { getFile } from '#shared/lib/http/getFile.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';

const checkoutPath = '/api/shop/checkout/';
const orderPath = '/api/shop/order/';

/** Request options: somebody in the middle of a payment stays on the page during maintenance. */
type Asking = { signal?: AbortSignal; isReload?: boolean };
const staying = { whileMaintenance: 'stay' } as const;

/** Makes a fixed offer from the cart (money.md 4.3). */
export function postCheckout(body: CheckoutBodyInput, idempotencyKey: string): Promise<Checkout> {
  return sendJson('POST', checkoutPath, { body, idempotencyKey, schema: checkoutSchema, ...staying });
}

/** The current offer; one that became an order says so. */
export function getCheckout(id: string, asking: Asking = {}): Promise<Checkout> {
  return getJson(`${checkoutPath}${encodeURIComponent(id)}/`, {
    ...asking,
    ...staying,
    schema: checkoutSchema,
  });
}

/** The same offer with a new expiry time, or the current one with its changes. */
export function renewCheckout(id: string): Promise<CheckoutChange> {
  return sendJson('POST', `${checkoutPath}${encodeURIComponent(id)}/renew/`, {
    schema: checkoutChangeSchema,
    ...staying,
  });
}

/** What was already agreed to for an offer that needs documents (money.md 4.18). */
export function getConsent(id: string, options: AskOptions): Promise<Consent> {
  return getJson(`${checkoutPath}${encodeURIComponent(id)}/consent/`, { ...options, schema: consentSchema });
}

/** Agrees to documents as PDF, all steps at once. */
export function postConsent(id: string): Promise<Consent> {
  return sendJson('POST', `${checkoutPath}${encodeURIComponent(id)}/consent/`, {
    body: { steps: consentSteps, text_version: consentVersion },
    schema: consentSchema,
    ...staying,
  });
}

/** 概要書面 of an offer as a PDF; `null`: it is still being made. */
export function getOutline(id: string): Promise<Blob | null> {
  return getFile(`${checkoutPath}${encodeURIComponent(id)}/outline/`, 'application/pdf');
}

/**
 * Makes the order. Its idempotency key is the offer's id, so that a second press, tab or reload makes no second order
 * (money.md 2).
 */
export function postOrder({ checkout_id, confirm_hash }: Checkout): Promise<OrderMade> {
  return sendJson('POST', orderPath, {
    body: { checkout_id, confirm_hash, agree: true },
    idempotencyKey: checkout_id,
    schema: orderMadeSchema,
    ...staying,
  });
}

/** The state of an order. */
export function getOrderState(order: string, asking: Asking = {}): Promise<OrderState> {
  return getJson(`${orderPath}${encodeURIComponent(order)}/status/`, {
    ...asking,
    ...staying,
    schema: orderStatusSchema,
  });
}

/** The result of a payment, for somebody who comes back from a bank without a login (money.md 4.6). */
export function getPayResult(ref: string, asking: Asking = {}): Promise<PayResult> {
  return getJson(`/api/payment/gmo/result/${encodeURIComponent(ref)}/`, {
    ...asking,
    ...staying,
    schema: payResultSchema,
  });
}

/** What has changed since the buyer looked (412); `null`: it is another failure. */
export function changeWithin(error: unknown): CheckoutChange | null {
  if (!(error instanceof HttpError) || error.status !== 412) return null;
  const read = checkoutChangeSchema.safeParse(error.data ?? {});
  return read.success ? read.data : null;
}
