import { HttpError, SessionEndedError } from '#shared/lib/errors.ts';
import { core } from '#shared/lib/session/core.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';

/**
 * Ends the session with a call that ends the account, and deletes the device's data as a logout does. A parallel call
 * may get a 401 meanwhile. It must not end the session first, because a forced end keeps unsent work for the next
 * login.
 *
 * @throws what `call` throws; the session then continues, unless the server said that it is over.
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
