import {
  type RefundAccountInput,
  type RefundInput,
  type RefundQuote,
  refundChangedSchema,
  refundQuoteSchema,
} from '#contracts/shopRefund.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';

const pathOf = (order: string) => `/api/shop/order/${encodeURIComponent(order)}/`;
/** Somebody who is about to return something stays on the page during maintenance. */
const staying = { whileMaintenance: 'stay' } as const;

/** What can be refunded of an order now, and what was refunded (money.md 4.13). */
export function getQuote(order: string, options: AskOptions): Promise<RefundQuote> {
  return getJson(`${pathOf(order)}refund/quote/`, { ...options, schema: refundQuoteSchema });
}

/** Requests a refund by its quote. */
export function postRefund(order: string, body: RefundInput, idempotencyKey: string): Promise<RefundQuote> {
  return sendJson('POST', `${pathOf(order)}refund/`, {
    body,
    idempotencyKey,
    schema: refundQuoteSchema,
    ...staying,
  });
}

/** The current quote, if the server says that the one on the screen is outdated; otherwise `null`. */
export function changedQuote(error: unknown): RefundQuote | null {
  if (!(error instanceof HttpError) || error.status !== 412) return null;
  const read = refundChangedSchema.safeParse(error.data);
  return read.success ? read.data.quote : null;
}

/** Saves the bank account for a refund by transfer (money.md 4.9). */
export function putAccount(
  order: string,
  body: RefundAccountInput,
  idempotencyKey: string,
): Promise<RefundQuote> {
  return sendJson('PUT', `${pathOf(order)}refund-account/`, {
    body,
    idempotencyKey,
    schema: refundQuoteSchema,
    ...staying,
  });
}
