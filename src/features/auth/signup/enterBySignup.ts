import type * as z from 'zod/mini';
import type { SignupVerified, signupVerifySchema } from '#contracts/signup.ts';
import { session } from '#shared/lib/account/session.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import { dropKeptPages } from '#shared/lib/worker/dropKeptPages.ts';
import { postVerify } from './api.ts';
import { signupDraft } from './draft.ts';
import { pendingSignup } from './pending.ts';

/**
 * Ends a sign-up by its code or link, which logs in like a normal login. If the sign-up began on another device or
 * browser, the server returns the page that was wanted then; a page that was wanted in this browser takes precedence.
 *
 * @throws what `session.enter` throws.
 */
export async function enterBySignup(proof: z.input<typeof signupVerifySchema>): Promise<void> {
  const answers: SignupVerified[] = [];
  await session.enter(async () => {
    const verified = await postVerify(proof);
    answers.push(verified);
    // The same as after a login (account/enterLeave.ts).
    await dropKeptPages();
    return verified;
  });
  const wanted = answers[0]?.redirect ?? null;
  pendingSignup.forget();
  signupDraft.forget();
  if (wanted !== null && redirectTarget.peek() === null) redirectTarget.remember(wanted);
}
