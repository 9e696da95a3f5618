import type * as z from 'zod/mini';
import { openOrdersSchema, type withdrawSchema } from '#contracts/accountSettings.ts';
import { HttpError, isOutage } from '#shared/lib/errors.ts';
import { sendJson } from '#shared/lib/http/json.ts';

/**
 * Ends the membership. If the answer was lost, the call is repeated once under the same idempotency key, because
 * afterwards no login is left to ask for the result.
 */
export async function postWithdrawal(
  body: z.input<typeof withdrawSchema>,
  idempotencyKey: string,
): Promise<void> {
  const ask = () => sendJson('POST', 'accounts/withdraw/', { body, idempotencyKey });
  try {
    await ask();
  } catch (error) {
    if (!isOutage(error)) throw error;
    await ask();
  }
}

export type OpenOrders = z.output<typeof openOrdersSchema>['orders'];

/** The orders that block a withdrawal but can be cancelled; `null`: it failed for another reason. */
export function openOrdersOf(error: unknown): OpenOrders | null {
  if (!(error instanceof HttpError) || error.code !== 'orders_open') return null;
  const read = openOrdersSchema.safeParse(error.data);
  return read.success ? read.data.orders : null;
}
