import type { User } from '#contracts/accounts.ts';
import { HttpError, isOutage } from '../errors.ts';
import { request } from '../http/request.ts';
import { readUser } from '../session/readAccount.ts';
import { storedUser } from '../session/storedUser.ts';

/** The answer of the user call is not a user (specification.md 8, "User response lacking a field"). */
export class UserDataError extends Error {
  constructor() {
    super('User Data response does not contain field user');
    this.name = 'UserDataError';
  }
}

/**
 * The user of the current token, without a wrapper (specification.md 3; session.md 9.1). If maintenance is already
 * known, a learner with a stored record stays on the page: a reload of a stored list must not lead to `/maintenance`
 * (session.md 15.3).
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

/** Whether a failed user call says nothing about the learner; then tokens and stored user are kept (session.md 4.2). */
export function isUserCallTrouble(error: unknown): boolean {
  if (isOutage(error)) return true;
  return error instanceof HttpError && (error.status >= 500 || [408, 409, 425, 429].includes(error.status));
}
