import type * as z from 'zod/mini';
import type { SignupVerified, signupVerifySchema } from '#contracts/signup.ts';
import { session } from '#shared/lib/account/session.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import { dropKeptPages } from '#shared/lib/worker/dropKeptPages.ts';
import { postVerify } from './api.ts';
import { signupDraft } from './draft.ts';
import { pendingSignup } from './pending.ts';

/**
 * Ends a sign-up by its code or link, which logs in as the login does. The page that was wanted at its beginning comes
 * back from the server, when another device or browser began; what was wanted here goes first.
 *
 * @throws what `session.enter` throws.
 */
export async function enterBySignup(proof: z.input<typeof signupVerifySchema>): Promise<void> {
  const answers: SignupVerified[] = [];
  await session.enter(async () => {
    const verified = await postVerify(proof);
    answers.push(verified);
    // As at a login (account/enterLeave.ts).
    await dropKeptPages();
    return verified;
  });
  const wanted = answers[0]?.redirect ?? null;
  pendingSignup.forget();
  signupDraft.forget();
  if (wanted !== null && redirectTarget.peek() === null) redirectTarget.remember(wanted);
}
