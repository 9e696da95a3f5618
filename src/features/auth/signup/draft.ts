import { textIn } from '#shared/lib/plain.ts';
import { guestDraft } from '../guestDraft.ts';
import type { Registrant, SignupValues } from './model.ts';

const draft = guestDraft('signup');

/** What was typed into the sign-up form, all but the password. */
export const signupDraft = {
  read(): Pick<SignupValues, 'email' | 'registrant'> {
    const fields = draft.read() ?? {};
    const registrant = textIn(fields, 'registrant');
    const isKnown = registrant === 'self' || registrant === 'guardian';
    return { email: textIn(fields, 'email'), registrant: isKnown ? (registrant as Registrant) : '' };
  },
  write: ({ email, registrant }: Pick<SignupValues, 'email' | 'registrant'>): void =>
    draft.write({ email, registrant }),
  forget: draft.forget,
};
