import { controlTexts } from '#shared/form/controlTexts.ts';
import { describeWith, type FailureWords } from '#shared/form/failureRule.ts';
import { UserDataError } from '#shared/lib/account/account.ts';
import { texts } from './texts.ts';

/** Fields of the login form. */
export type LoginField = 'email' | 'password';
/** What is wrong with the input, per field. */
export type LoginErrors = Partial<Record<LoginField, string>>;

/**
 * An e-mail address as the login sends it: full-width letters become narrow, surrounding blanks are removed, capitals
 * that a phone keyboard adds become small (product.md 2.0.3). It does not use `tidyEmail` of contracts/email.ts, as
 * other forms do: the login page has a size budget, and the server removes invisible characters itself.
 */
export function tidyLogin(input: string): string {
  return input.normalize('NFKC').trim().toLowerCase();
}

/** What must be filled in before anything is sent (product.md V1). The password is used exactly as it was typed. */
export function checkLogin(input: Record<LoginField, string>): LoginErrors {
  const errors: LoginErrors = {};
  if (tidyLogin(input.email) === '') errors.email = controlTexts.missing(controlTexts.email);
  if (input.password === '') errors.password = controlTexts.missing(controlTexts.password);
  return errors;
}

/** What the login page says about a failure. */
const words: FailureWords = {
  ...texts,
  captive: controlTexts.captive,
  rate: (wait, isCrowded) => {
    if (!wait) return null;
    return isCrowded ? texts.crowded(Math.ceil(wait)) : texts.locked(Math.ceil(wait / 60));
  },
  refused: ({ code, detail, status }) => {
    if (code === 'invalid_credentials') return texts.wrong;
    return detail || (status === 404 ? undefined : texts.wrong);
  },
};

/** The message for a failed login: what happened and what to do (session.md 5.4, 5.5). */
export function describeLoginError(error: unknown): string {
  return error instanceof UserDataError ? texts.noUser : describeWith(words, error);
}
