import { HttpError, SessionEndedError } from '../errors.ts';
import { core } from '../session/core.ts';
import { redirectTarget } from '../session/redirectTarget.ts';

/**
 * Ends the session with a call that ends the account. What the device keeps goes as after a logout: the 401 of a call
 * that runs beside this one must not come first, because a forced end keeps unsent work for the next login.
 *
 * @throws what `call` throws; the session goes on then, unless the server said that it is over.
 */
export async function closeAccount(call: () => Promise<void>): Promise<void> {
  try {
    await core.during('logout', async () => {
      await call();
      core.reset('logout');
      redirectTarget.forget();
    });
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) core.refuse();
    else if (error instanceof SessionEndedError) core.expire();
    throw error;
  }
}
