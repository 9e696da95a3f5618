import type * as z from 'zod/mini';
import {
  type SignupInput,
  type SignupStarted,
  type SignupVerified,
  signupStartedSchema,
  signupVerifiedSchema,
  type signupVerifySchema,
} from '#contracts/signup.ts';
import { sendJson } from '#shared/lib/http/json.ts';

/** Requests the mail that confirms an address; the answer is the same for known and unknown addresses. */
export function postSignup(body: SignupInput, idempotencyKey: string): Promise<SignupStarted> {
  return sendJson('POST', 'accounts/signup/', { body, idempotencyKey, schema: signupStartedSchema });
}

/** Requests another mail; the code and link of the earlier mail become invalid. */
export function postResend(signup_id: string, idempotencyKey: string): Promise<SignupStarted> {
  return sendJson('POST', 'accounts/signup/resend/', {
    body: { signup_id },
    idempotencyKey,
    schema: signupStartedSchema,
  });
}

/**
 * Sends the code or the link; the answer is a login. It contains tokens, so the call has no idempotency key: a valid
 * proof can be sent again.
 */
export function postVerify(body: z.input<typeof signupVerifySchema>): Promise<SignupVerified> {
  return sendJson('POST', 'accounts/signup/verify/', { body, schema: signupVerifiedSchema });
}
