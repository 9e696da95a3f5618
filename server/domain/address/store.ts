import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { type UserRow, users } from '../../db/schema/accounts.ts';

type Address = NonNullable<UserRow['address']>;

/** The address of a member; `null`: none was given yet. */
export async function readAddress(db: Db, userId: number): Promise<Address | null> {
  const [row] = await db.select({ address: users.address }).from(users).where(eq(users.id, userId));
  return row?.address ?? null;
}

/** Puts an address in the place of the former one. */
export async function storeAddress(tx: Tx, userId: number, address: Address, now: number): Promise<void> {
  await tx
    .update(users)
    .set({ address, modified: new Date(now) })
    .where(eq(users.id, userId));
}
