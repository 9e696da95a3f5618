import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { type Credentials, openSession } from '../domain/accounts/tokens.ts';

export type NewUser = Partial<typeof users.$inferInsert>;
export type SignedIn = { id: number; email: string; token: string; refresh: string };

/** Password of every user that tests make. */
export const testPassword = 'manabi-test-2026';
let cheapHash: Promise<string> | null = null;
let made = 0;

/** Stores a user; the password's hash is a cheap one, so that tests are quick. */
export async function storeUser(deps: Deps, fields: NewUser): Promise<{ id: number; email: string }> {
  cheapHash ??= hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  made += 1;
  const rows = await deps.db
    .insert(users)
    .values({ email: `learner${made}@example.com`, passwordHash: await cheapHash, ...fields })
    .returning({ id: users.id, email: users.email });
  const user = rows[0];
  if (!user) throw new Error('user was not stored');
  return user;
}

/** Opens a session for a user as the login does. */
export async function signInUser(deps: Deps, user: { id: number; email: string }): Promise<SignedIn> {
  const pair = await deps.db.transaction(async (tx) => {
    const [stored] = await tx.select().from(users).where(eq(users.id, user.id));
    return openSession(tx, deps, stored as Credentials, { device: '', network: null });
  });
  if (!pair) throw new Error('session was not opened');
  return { ...user, token: pair.access_token, refresh: String(pair.refresh_token) };
}
