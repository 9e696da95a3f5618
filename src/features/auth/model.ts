import { UserDataError } from '#shared/lib/account/account.ts';
import { HttpError, isAbort, isTimeout, MaintenanceError, OfflineError } from '#shared/lib/errors.ts';
import { texts } from './texts.ts';

/** Fields of the login form. */
export type LoginField = 'email' | 'password';
/** What is wrong with the input, per field. */
export type LoginErrors = Partial<Record<LoginField, string>>;

/**
 * An e-mail address as the login sends it: full-width letters become narrow, blanks around it go, capitals that a phone's
 * keyboard puts at the start become small (product.md 2.0.3). What nobody sees in it is taken out by the server
 * (contracts/email.ts), as it is for every other form here: the login page has a budget.
 */
export function normalizeEmail(input: string): string {
  return input.normalize('NFKC').trim().toLowerCase();
}

/** What must be filled in before anything is sent (product.md V1). A password is taken as it is typed. */
export function checkLogin(input: Record<LoginField, string>): LoginErrors {
  const errors: LoginErrors = {};
  if (normalizeEmail(input.email) === '') errors.email = texts.required(texts.email);
  if (input.password === '') errors.password = texts.required(texts.password);
  return errors;
}

/** What to tell about a failed login: what happened and what to do (session.md 5.4, 5.5). */
export function describeLoginError(error: unknown): string {
  if (isTimeout(error) || isAbort(error)) return texts.timeout;
  if (error instanceof OfflineError) return error.reason === 'captive' ? texts.captive : texts.offline;
  if (error instanceof MaintenanceError) return texts.maintenance;
  if (error instanceof UserDataError) return texts.noUser;
  if (!(error instanceof HttpError)) return texts.server('');
  if (error.code === 'invalid_credentials') return texts.wrong;
  if (error.code === 'busy' && error.retryAfter) return texts.crowded(Math.ceil(error.retryAfter));
  if (error.status === 429 && error.retryAfter) return texts.locked(Math.ceil(error.retryAfter / 60));
  if (error.status >= 500) return texts.server(error.requestId);
  return error.detail || (error.status === 404 ? texts.server(error.requestId) : texts.wrong);
}
