import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { passwordResets, type UserRow, users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { pauseAfter } from '../../mail/limit.ts';
import { queueMail } from '../../mail/queue.ts';
import { isSameHash, newToken } from '../accounts/secrets.ts';
import { endOpenLinks, hashToken, revokeOthers } from '../accounts/tokens.ts';
import { changedMail, linkLifetime, resetMail } from './mails.ts';

/**
 * Whether a valid link was sent so recently that no further one is sent. After the mails that an address gets without a
 * pause, the pause grows (`pauseAfter`). So strangers can neither fill the owner's mailbox nor block the mail: their
 * requests send it, too, and each of its links is valid for the owner for a day.
 */
async function hasFreshLink(tx: Tx, deps: Deps, userId: number): Promise<boolean> {
  const now = deps.clock.now();
  const isOfToday = and(
    eq(passwordResets.userId, userId),
    gt(passwordResets.created, new Date(now - linkLifetime)),
  );
  const links = await tx.select().from(passwordResets).where(isOfToday);
  const pause = pauseAfter(links.length);
  return links.some((link) => link.used === null && now - link.created.getTime() < pause);
}

/**
 * Writes the mail for a new password. For an unknown address the same work is done, and nothing is sent. The row is
 * locked, so that no link goes to an address that the account is just leaving (`endOpenLinks`).
 */
export async function startReset(tx: Tx, deps: Deps, email: string): Promise<void> {
  const isIt = and(eq(users.email, email), isNull(users.withdrawn));
  const [user] = await tx.select({ id: users.id }).from(users).where(isIt).for('no key update');
  const isSent = user !== undefined && !(await hasFreshLink(tx, deps, user.id));
  const [id, token, now] = [randomUUID(), newToken(), deps.clock.now()];
  await tx.insert(passwordResets).values({
    id,
    userId: isSent ? user.id : null,
    tokenHash: hashToken(token),
    created: new Date(now),
    expires: new Date(now + linkLifetime),
  });
  const order = resetMail(deps.config.appUrl, email, id, token);
  await queueMail(tx, deps, { ...order, isDecoy: !isSent });
}

/** 410 for a link that has expired, was used or never existed: all get the same answer. */
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

/** Uses a link up; `false`: it was used at the same moment, or the owner has left. `user`: locked. */
export async function spendLink(tx: Tx, deps: Deps, uid: string, user: UserRow): Promise<boolean> {
  if (user.withdrawn !== null) return false;
  const mine = await tx
    .update(passwordResets)
    .set({ used: new Date(deps.clock.now()) })
    .where(and(eq(passwordResets.id, uid), isNull(passwordResets.used)))
    .returning({ id: passwordResets.id });
  return mine.length > 0;
}

/**
 * Sets a password, ends every login except `sessionId` and every open link and code, and tells the owner by mail.
 * `user`: locked.
 */
export async function setPassword(
  tx: Tx,
  deps: Deps,
  user: UserRow,
  passwordHash: string,
  sessionId: string | null,
): Promise<void> {
  const modified = new Date(deps.clock.now());
  await tx
    .update(users)
    .set({ passwordHash, mustChangePassword: false, modified })
    .where(eq(users.id, user.id));
  await revokeOthers(tx, deps, user.id, sessionId, 'password');
  await endOpenLinks(tx, deps, user.id);
  await queueMail(tx, deps, changedMail(deps.config.appUrl, user));
}
