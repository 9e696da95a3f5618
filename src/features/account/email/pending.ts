import { type FormDraft, formDraft } from '#shared/form/formDraft.ts';
import { now } from '#shared/lib/time/clock.ts';

/** The waiting time before the next mail, as at a sign-up (product.md 2.2.C), ms. */
const resendAfterMs = 60_000;

/** A change of address that waits for its code. */
export type PendingChange = { email: string; resendAt: number };

/**
 * What was typed into the form, and a change in progress: stored while the learner looks into their mail, and for a
 * reload. Never the password.
 */
export function emailDraft(userId: string) {
  const draft: FormDraft = formDraft('email', userId);
  return {
    typed: (): string => draft.read().new_email ?? '',
    type: (new_email: string): void => draft.keep({ new_email }),
    pending(): PendingChange | null {
      const { pending, resend_at } = draft.read();
      return pending ? { email: pending, resendAt: Number(resend_at) || 0 } : null;
    },
    /** @returns what is stored from now on. */
    sent(email: string): PendingChange {
      const resendAt = now() + resendAfterMs;
      draft.keep({ pending: email, resend_at: String(resendAt) });
      return { email, resendAt };
    },
    forget: draft.drop,
  };
}
