import { clientNetwork } from '../clientIp.ts';
import { readUsage, takeTurn } from '../db/callCounts.ts';
import type { Tx } from '../db/client.ts';
import type { UserRow } from '../db/schema/accounts.ts';
import type { AppContext, Deps } from '../deps.ts';
import { clearTurns, loginLimit } from '../domain/accounts/loginLimit.ts';
import { verifyPassword } from '../domain/accounts/passwords.ts';
import { passwordHashOf } from '../domain/accounts/store.ts';
import { lockUser } from '../domain/profile/store.ts';
import { ApiError, rateLimited, unauthorized } from '../errors.ts';
import { currentUser } from './auth.ts';

/** The password that was proved to be the account's: its hash, and the field it was typed into. */
export type Shown = { userId: number; passwordHash: string; field: string };

function wrong(field: string): ApiError {
  const detail = '現在のパスワードが正しくありません。';
  return new ApiError(400, 'current_wrong', detail, { fields: { [field]: [detail] } });
}

/**
 * Allows an action that cannot be undone only to somebody who knows the account's password. Tries are counted by login,
 * before the password is checked. So somebody who finds an unlocked phone cannot guess more often than at the login,
 * and cannot block the owner from changing the password elsewhere. 429 `rate` above the limit, 429 `busy`
 * (hashLanes.ts), 400 `current_wrong` at `field` for a wrong password. Call `lockShown` before writing.
 */
export async function assertCurrentPassword(
  c: AppContext,
  deps: Deps,
  password: string,
  field: string,
): Promise<Shown> {
  const { id: userId, sessionId } = currentUser(c);
  const key = `current:${userId}:${sessionId}`;
  const usage = await readUsage(deps.db, key, deps.clock.now());
  if (usage && usage.count >= loginLimit.max) throw rateLimited(usage.resetsIn / 1000);
  const user = await passwordHashOf(deps.db, userId);
  const network = clientNetwork(c, deps.config.trustedProxies);
  const fits = await verifyPassword(user?.passwordHash ?? null, password, network, async () => {
    const wait = await takeTurn(deps.db, key, loginLimit, deps.clock.now());
    if (wait !== null) throw rateLimited(wait / 1000);
  });
  if (!user || !fits) throw wrong(field);
  await clearTurns(deps.db, key);
  return { userId, passwordHash: user.passwordHash, field };
}

/**
 * Locks the user's row for the action that the password allows. The password was checked outside of the transaction: by
 * now the account may have another one (400 `current_wrong`) or be withdrawn (401).
 */
export async function lockShown(tx: Tx, shown: Shown | null): Promise<UserRow> {
  if (!shown) throw new Error('stored answer vanished');
  const user = await lockUser(tx, shown.userId);
  if (user.withdrawn !== null) throw unauthorized();
  if (user.passwordHash !== shown.passwordHash) throw wrong(shown.field);
  return user;
}
