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

/** Asks for the mail that confirms an address; the answer is the same for known and unknown ones. */
export function postSignup(body: SignupInput, idempotencyKey: string): Promise<SignupStarted> {
  return sendJson('POST', 'accounts/signup/', { body, idempotencyKey, schema: signupStartedSchema });
}

/** Asks for another mail; what the one before it said is worth nothing any more. */
export function postResend(signup_id: string, idempotencyKey: string): Promise<SignupStarted> {
  return sendJson('POST', 'accounts/signup/resend/', {
    body: { signup_id },
    idempotencyKey,
    schema: signupStartedSchema,
  });
}

/** The code or the link; the answer is a login. Holds tokens, so it carries no key: a right proof is right again. */
export function postVerify(body: z.input<typeof signupVerifySchema>): Promise<SignupVerified> {
  return sendJson('POST', 'accounts/signup/verify/', { body, schema: signupVerifiedSchema });
}
