import { formDraft } from '#shared/form/formDraft.ts';
import type { Registrant, SignupValues } from './model.ts';

const draft = formDraft('signup', '');

/** What was typed into the sign-up form, except the password. */
export const signupDraft = {
  read(): Pick<SignupValues, 'email' | 'registrant'> {
    const { email = '', registrant = '' } = draft.read();
    const isKnown = registrant === 'self' || registrant === 'guardian';
    return { email, registrant: isKnown ? (registrant satisfies Registrant) : '' };
  },
  write: ({ email, registrant }: Pick<SignupValues, 'email' | 'registrant'>): void =>
    draft.keep({ email, registrant }),
  forget: draft.drop,
};
