import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import type { Credentials } from './tokens.ts';

/**
 * Finds the account of an e-mail address with what a login compares; members who have left have none. The query is
 * prepared once, because a whole school logs in at the same minute.
 */
export function accountFinder(db: Db): (email: string) => Promise<Credentials | undefined> {
  const find = db
    .select({ id: users.id, email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.email, sql.placeholder('email')), isNull(users.withdrawn)))
    .limit(1)
    .prepare('user_by_email');
  return async (email) => (await find.execute({ email }))[0];
}

/** What the password of an account is compared with; `undefined`: the account is gone. */
export async function passwordHashOf(
  db: Db,
  userId: number,
): Promise<Pick<Credentials, 'passwordHash'> | undefined> {
  const columns = { passwordHash: users.passwordHash };
  const [user] = await db.select(columns).from(users).where(eq(users.id, userId)).limit(1);
  return user;
}
