import type * as z from 'zod/mini';
import {
  type emailChangeSchema,
  emailChangeStartedSchema,
  type emailConfirmSchema,
} from '#contracts/accountSettings.ts';
import { type Profile, profileSchema } from '#contracts/profile.ts';
import { sendJson } from '#shared/lib/http/json.ts';

/** Requests a code for the new address. @returns that address, masked; the same for free and taken ones. */
export async function postChange(
  body: z.input<typeof emailChangeSchema>,
  idempotencyKey: string,
): Promise<string> {
  const options = { body, idempotencyKey, schema: emailChangeStartedSchema };
  return (await sendJson('POST', 'accounts/email/change/', options)).email_masked;
}

/** Changes the account to the new address; rejects with 410 when the code is over. */
export function postConfirm(
  body: z.input<typeof emailConfirmSchema>,
  idempotencyKey: string,
): Promise<Profile> {
  return sendJson('POST', 'accounts/email/confirm/', { body, idempotencyKey, schema: profileSchema });
}
