import { and, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { unauthorized } from '../../errors.ts';

/** 401 for somebody who has left already. */
export async function assertMember(db: Db, id: number): Promise<void> {
  const isMember = and(eq(users.id, id), isNull(users.withdrawn));
  const found = await db.select({ id: users.id }).from(users).where(isMember).limit(1);
  if (found.length === 0) throw unauthorized();
}

/** Notes that a member leaves now, and why. From this moment nobody can log in to the account. */
export async function markWithdrawn(tx: Tx, id: number, reason: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ withdrawn: now, withdrawReason: reason, modified: now })
    .where(eq(users.id, id));
}
