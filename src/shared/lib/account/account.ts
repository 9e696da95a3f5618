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
 * The user of the present token, without a wrapper (specification.md 3; session.md 9.1). During known maintenance
 * a learner whose record is stored stays where they are: a reload of a stored list must not lead away from it
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

/** Whether a failed user call says nothing about the learner: tokens and stored user stay (session.md 4.2). */
export function isUserCallTrouble(error: unknown): boolean {
  if (isOutage(error)) return true;
  return error instanceof HttpError && (error.status >= 500 || [408, 409, 425, 429].includes(error.status));
}
