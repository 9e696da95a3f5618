import { controlTexts } from '#shared/form/controlTexts.ts';
import { describeWith, type FailureWords } from '#shared/form/failureRule.ts';
import { UserDataError } from '#shared/lib/account/account.ts';
import { texts } from './texts.ts';

/** Fields of the login form. */
export type LoginField = 'email' | 'password';
/** What is wrong with the input, per field. */
export type LoginErrors = Partial<Record<LoginField, string>>;

/**
 * An e-mail address as the login sends it: full-width letters become narrow, blanks around it go, capitals that a phone's
 * keyboard puts at the start become small (product.md 2.0.3). Not `tidyEmail` of contracts/email.ts, which other forms
 * use: the login page has a budget, and the server takes out of an address what nobody sees.
 */
export function tidyLogin(input: string): string {
  return input.normalize('NFKC').trim().toLowerCase();
}

/** What must be filled in before anything is sent (product.md V1). A password is taken as it is typed. */
export function checkLogin(input: Record<LoginField, string>): LoginErrors {
  const errors: LoginErrors = {};
  if (tidyLogin(input.email) === '') errors.email = controlTexts.missing(controlTexts.email);
  if (input.password === '') errors.password = controlTexts.missing(controlTexts.password);
  return errors;
}

/** What a login says of a failure. */
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

/** What to tell about a failed login: what happened and what to do (session.md 5.4, 5.5). */
export function describeLoginError(error: unknown): string {
  return error instanceof UserDataError ? texts.noUser : describeWith(words, error);
}
