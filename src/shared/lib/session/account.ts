import type { Tokens, User } from '#contracts/accounts.ts';
import { HttpError, isOutage, UnreadableAnswerError } from '../errors.ts';
import { errorOf, exchange } from '../http/exchange.ts';
import { request } from '../http/request.ts';
import { resolveTarget } from '../http/target.ts';
import { readTokens, readUser } from './readAccount.ts';
import { storedUser } from './storedUser.ts';

/** What the login form sends (field names: session-contract.md 5.2). */
export type Credentials = { email: string; password: string };

/** The answer of the user call is not a user (spec section 8, "User response lacking a field"). */
export class UserDataError extends Error {
  constructor() {
    super('User Data response does not contain field user');
    this.name = 'UserDataError';
  }
}

/**
 * The user of the present token, without a wrapper (spec section 3; session-contract.md 9.1). During known maintenance
 * a learner whose record is stored stays where they are: a reload of a stored list must not lead away from it (15.3).
 *
 * @throws UserDataError, and what `request` throws.
 */
export async function getUser(): Promise<User> {
  const whileMaintenance = storedUser.read() ? 'stay' : 'leave';
  const { data } = await request({ path: 'accounts/user/', whileMaintenance });
  const user = readUser(data);
  if (!user) throw new UserDataError();
  return user;
}

/**
 * Exchanges credentials for tokens. Carries no Authorization, never refreshes, is never repeated
 * (session-contract.md 5.1, 5.2).
 */
export async function postLogin({ email, password }: Credentials): Promise<Tokens> {
  const target = resolveTarget('accounts/login/');
  const call = { method: 'POST' as const, target, body: { email, password }, token: null };
  const answer = await exchange(call, { signal: new AbortController().signal });
  if (!answer.isOk || !answer.isJson) throw errorOf(call, answer);
  const tokens = readTokens(answer.data);
  if (!tokens) throw new UnreadableAnswerError('POST accounts/login/');
  return tokens;
}

/** Tells the server that the session is over; its 401 and 503 mean nothing here (session-contract.md 7.2). */
export async function postLogout(token: string): Promise<void> {
  const call = { method: 'POST' as const, target: resolveTarget('accounts/logout/'), token };
  const answer = await exchange(call, { signal: new AbortController().signal, whileMaintenance: 'ignore' });
  if (!answer.isOk) throw errorOf(call, answer);
}

/** Whether a failed user call says nothing about the learner: tokens and stored user stay (session-contract.md 4.2). */
export function isUserCallTrouble(error: unknown): boolean {
  if (isOutage(error)) return true;
  return error instanceof HttpError && (error.status >= 500 || [408, 409, 425, 429].includes(error.status));
}
