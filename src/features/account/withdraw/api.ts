import type * as z from 'zod/mini';
import { openOrdersSchema, type withdrawSchema } from '#contracts/accountSettings.ts';
import { HttpError, isOutage } from '#shared/lib/errors.ts';
import { sendJson } from '#shared/lib/http/json.ts';

/**
 * Ends the membership. Asked once more under the same key when the answer got lost: afterwards there is no login that
 * could ask what became of it.
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

/** The orders that keep a withdrawal back and can be called off on the way; `null`: it failed for another reason. */
export function openOrdersOf(error: unknown): OpenOrders | null {
  if (!(error instanceof HttpError) || error.code !== 'orders_open') return null;
  const read = openOrdersSchema.safeParse(error.data);
  return read.success ? read.data.orders : null;
}
