import type { SignupStarted } from '#contracts/signup.ts';
import { now } from '#shared/lib/clock.ts';
import { numberIn, textIn } from '#shared/lib/plain.ts';
import { guestDraft } from '../guestDraft.ts';

/** A sign-up that this browser has begun and that waits for its code or link. */
export type PendingSignup = {
  /** With the seal by which the server knows the browser in which the password was typed. */
  signup_id: string;
  /** As it was typed, so that a slip can be seen. */
  email: string;
  /** Before this moment no other mail can be had, epoch ms. */
  resendAt: number;
};

const draft = guestDraft('signup-pending');

/** Kept while the learner looks into their mail, for a reload, and for the link that opens in another tab. */
export const pendingSignup = {
  read(): PendingSignup | null {
    const fields = draft.read();
    const signup_id = fields && textIn(fields, 'signup_id');
    if (!fields || !signup_id) return null;
    return { signup_id, email: textIn(fields, 'email'), resendAt: numberIn(fields, 'resendAt', 0) };
  },
  /** @returns what is kept from now on. */
  write(email: string, { signup_id, resend_after }: SignupStarted): PendingSignup {
    const pending = { signup_id, email, resendAt: now() + resend_after * 1000 };
    draft.write(pending);
    return pending;
  },
  forget: draft.forget,
};
