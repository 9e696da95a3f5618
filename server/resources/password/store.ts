import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { passwordResets, type UserRow, users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { queueMail } from '../../mail/queue.ts';
import { isSameHash, newToken } from '../accounts/secrets.ts';
import { hashToken, revokeOthers } from '../accounts/tokens.ts';
import { lockUser } from '../profile/store.ts';
import { changedMail, linkLifetime, resetMail } from './mails.ts';

/** Orders the mail for a new password. For an unknown address the same is done, and nothing is sent. */
export async function startReset(tx: Tx, deps: Deps, email: string): Promise<void> {
  const isIt = and(eq(users.email, email), isNull(users.withdrawn));
  const [user] = await tx.select({ id: users.id }).from(users).where(isIt).limit(1);
  const [id, token, now] = [randomUUID(), newToken(), deps.clock.now()];
  await tx.insert(passwordResets).values({
    id,
    userId: user?.id ?? null,
    tokenHash: hashToken(token),
    created: new Date(now),
    expires: new Date(now + linkLifetime),
  });
  const order = resetMail(deps.config.appUrl, email, id, token);
  await queueMail(tx, deps, { ...order, isDecoy: !user });
}

/** 410 for a link that is over, used or never was: all look the same. */
export function linkExpired(): ApiError {
  return new ApiError(410, 'link_expired', 'リンクの有効期限が切れているか、使用済みです。');
}

/** The user whom a link belongs to; throws 410 `link_expired`. */
export async function userOfLink(
  db: Db,
  deps: Deps,
  { uid, token }: { uid: string; token: string },
): Promise<UserRow> {
  const [found] = await db
    .select({ reset: passwordResets, user: users })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(eq(passwordResets.id, uid))
    .limit(1);
  const isGood =
    found &&
    found.user.withdrawn === null &&
    isSameHash(found.reset.tokenHash, hashToken(token)) &&
    found.reset.used === null &&
    found.reset.expires.getTime() > deps.clock.now();
  if (!isGood) throw linkExpired();
  return found.user;
}

/** Uses a link up, and with it every other one of the user; `false`: somebody was quicker. */
export async function spendLink(tx: Tx, deps: Deps, uid: string, userId: number): Promise<boolean> {
  const used = new Date(deps.clock.now());
  const mine = await tx
    .update(passwordResets)
    .set({ used })
    .where(and(eq(passwordResets.id, uid), isNull(passwordResets.used)))
    .returning({ id: passwordResets.id });
  if (mine.length === 0) return false;
  const others = and(eq(passwordResets.userId, userId), isNull(passwordResets.used));
  await tx.update(passwordResets).set({ used }).where(others);
  return true;
}

/** Sets a password, ends every login but `sessionId`, and tells the owner by mail. */
export async function setPassword(
  tx: Tx,
  deps: Deps,
  userId: number,
  passwordHash: string,
  sessionId: string | null,
): Promise<void> {
  const user = await lockUser(tx, userId);
  const modified = new Date(deps.clock.now());
  await tx
    .update(users)
    .set({ passwordHash, mustChangePassword: false, modified })
    .where(eq(users.id, userId));
  await revokeOthers(tx, deps, userId, sessionId, 'password');
  await queueMail(tx, deps, changedMail(deps.config.appUrl, user));
}
