import type { SignupStarted } from '#contracts/signup.ts';
import { formDraft } from '#shared/form/formDraft.ts';
import { now } from '#shared/lib/time/clock.ts';

/** A sign-up that this browser has begun and that still waits for its code or link. */
export type PendingSignup = {
  /** Includes the seal by which the server recognises the browser in which the password was typed. */
  signup_id: string;
  /** As it was typed, so that the learner can notice a mistake. */
  email: string;
  /** No other mail can be requested before this moment, epoch ms. */
  resendAt: number;
};

const draft = formDraft('signup-pending', '');

/** Kept while the learner looks into their mail: for a reload, and for the link that opens in another tab. */
export const pendingSignup = {
  read(): PendingSignup | null {
    const { signup_id, email = '', resend_at } = draft.read();
    return signup_id ? { signup_id, email, resendAt: Number(resend_at) || 0 } : null;
  },
  /** @returns what is stored from now on. */
  write(email: string, { signup_id, resend_after }: SignupStarted): PendingSignup {
    const resendAt = now() + resend_after * 1000;
    draft.keep({ signup_id, email, resend_at: String(resendAt) });
    return { signup_id, email, resendAt };
  },
  forget: draft.drop,
};
