import type * as z from 'zod/mini';
import { type Tokens, tokensSchema } from '#contracts/accounts.ts';
import type { passwordChangeSchema } from '#contracts/password.ts';
import { sendJson } from '#shared/lib/http/json.ts';

/** Changes the password. Every other session ends; this one gets new tokens. */
export function postChange(
  body: z.input<typeof passwordChangeSchema>,
  idempotencyKey: string,
): Promise<Tokens> {
  return sendJson('POST', 'accounts/password/change/', { body, idempotencyKey, schema: tokensSchema });
}
