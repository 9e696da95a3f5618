import type * as z from 'zod/mini';
import type { withdrawSchema } from '#contracts/accountSettings.ts';
import { isOutage } from '#shared/lib/errors.ts';
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
