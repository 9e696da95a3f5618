import type * as z from 'zod/mini';
import {
  type passwordConfirmSchema,
  type passwordLinkSchema,
  passwordResetStartedSchema,
} from '#contracts/password.ts';
import { sendJson } from '#shared/lib/http/json.ts';

/** Requests the mail with the link. @returns the server's answer, the same for known and unknown addresses. */
export async function postReset(email: string, idempotencyKey: string): Promise<string> {
  const options = { body: { email }, idempotencyKey, schema: passwordResetStartedSchema };
  return (await sendJson('POST', 'accounts/password/reset/', options)).detail;
}

/** Whether a link is still good; rejects with 410 when it is not. */
export async function checkLink(body: z.input<typeof passwordLinkSchema>): Promise<void> {
  await sendJson('POST', 'accounts/password/check/', { body });
}

/** Sets the password by the link. Every session ends. */
export async function postConfirm(
  body: z.input<typeof passwordConfirmSchema>,
  idempotencyKey: string,
): Promise<void> {
  await sendJson('POST', 'accounts/password/confirm/', { body, idempotencyKey });
}
