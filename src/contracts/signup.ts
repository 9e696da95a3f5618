import * as z from 'zod/mini';
import { tokensSchema } from './accounts.ts';
import { oneLine } from './plainText.ts';
import { emailField } from './profile.ts';
import { flag, text } from './wire.ts';

/** A path of this app: starts with one slash, and no second slash or backslash follows it (specification.md 5). */
export const appPathField = z
  .string()
  .check(z.maxLength(500), z.regex(/^\/(?![/\\])[\w\-./~!$&'()*+,;=:@%?#]*$/));
/** A password as it is sent; the server decides whether it is good enough (`password_weak`). */
export const newPasswordField = z.string().check(z.minLength(1), z.maxLength(256));
export const codeField = z.string().check(
  z.overwrite((text) => oneLine(text.normalize('NFKC'))),
  z.regex(/^\d{6}$/),
);
export const tokenField = z.string().check(z.minLength(1), z.maxLength(128));
/**
 * Signed number of a sign-up, given only to the browser that began it. No mail contains it: whoever sends it typed the
 * password.
 */
export const signupIdField = z.string().check(z.regex(/^[\da-f-]{36}\.[\da-f]{64}$/));
/** Name of the device shown in the learner's list of devices. */
export const deviceField = z.optional(z.string().check(z.maxLength(120)));

/** POST accounts/signup/ (product.md 3.3). */
export const signupInputSchema = z.object({
  email: emailField,
  password: newPasswordField,
  registrant: z.enum(['self', 'guardian']),
  agree_terms: z.literal(true),
  campaign: z.optional(z.string().check(z.maxLength(64))),
  /** Where the learner wanted to go. */
  redirect: z.optional(appPathField),
});
export type SignupInput = z.output<typeof signupInputSchema>;

/** Answer of POST accounts/signup/ and …/resend/: the same for known and unknown addresses. */
export const signupStartedSchema = z.object({
  signup_id: text,
  email_masked: text,
  /** Seconds until the mail may be requested again. */
  resend_after: z.catch(z.number(), 60),
});
export type SignupStarted = z.output<typeof signupStartedSchema>;

/**
 * POST accounts/signup/verify/: the typed code, or the content of the link. A link proves the address only: the
 * password of the sign-up may have been typed by somebody else. It counts if the link is opened in the browser that
 * began (`signup_id`). In any other browser the owner of the address chooses a password and agrees to the terms.
 */
export const signupVerifySchema = z.union([
  z.object({ signup_id: signupIdField, code: codeField, device: deviceField }),
  z.object({
    uid: z.uuid(),
    token: tokenField,
    signup_id: z.optional(signupIdField),
    password: z.optional(newPasswordField),
    agree_terms: z.optional(z.boolean()),
    device: deviceField,
  }),
]);
export type SignupVerify = z.output<typeof signupVerifySchema>;
/** Further field of the refusal `password_required`: the address that the link has proven. */
export const passwordRequiredSchema = z.object({ email: text });
/** Further field of the refusal `code_wrong`: remaining attempts. */
export const codeWrongSchema = z.object({ remaining: z.catch(z.number(), 1) });
export const signupResendSchema = z.object({ signup_id: signupIdField });

/** Answer of POST accounts/signup/verify/. */
export const signupVerifiedSchema = z.extend(tokensSchema, {
  profile_completed: flag,
  redirect: z.catch(z.nullable(z.string()), null),
});
export type SignupVerified = z.output<typeof signupVerifiedSchema>;
