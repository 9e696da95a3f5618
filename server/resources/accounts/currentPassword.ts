import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, rateLimited } from '../../errors.ts';
import { countCall } from '../../middleware/rateLimit.ts';
import { clearFailures, loginLimit } from './loginLimit.ts';
import { verifyPassword } from './passwords.ts';

/**
 * Lets only who knows the account's password do what cannot be undone. Tries are counted like those of a login, before
 * the password is looked at; 429 `rate` above, 400 `current_wrong` for a wrong one, told at `field`.
 */
export async function assertCurrentPassword(
  deps: Deps,
  userId: number,
  password: string,
  field: string,
): Promise<void> {
  const key = `current:${userId}`;
  const usage = await countCall(deps.db, key, loginLimit.window, deps.clock.now());
  if (usage.count > loginLimit.max) throw rateLimited(usage.resetsIn / 1000);
  const columns = { passwordHash: users.passwordHash };
  const [user] = await deps.db.select(columns).from(users).where(eq(users.id, userId)).limit(1);
  if (!(await verifyPassword(user?.passwordHash ?? null, password))) {
    const detail = '現在のパスワードが正しくありません。';
    throw new ApiError(400, 'current_wrong', detail, { fields: { [field]: [detail] } });
  }
  await clearFailures(deps.db, key);
}
