import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { emailChanges, users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { maskEmail } from '../../mail/limit.ts';
import { queueMail } from '../../mail/queue.ts';
import { hashCode, isSameHash, newCode, newToken } from '../accounts/secrets.ts';
import { endOpenLinks } from '../accounts/tokens.ts';
import { lockUser } from '../profile/store.ts';
import { codeLifetime, codeMail, movedMail, takenMail } from './mails.ts';

/** Wrong codes before the change has to be asked for again, as at a sign-up. */
const tries = 5;
const purposeOf = (userId: number) => `email:${userId}`;

async function isTaken(tx: Tx, email: string): Promise<boolean> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).limit(1);
  return rows.length > 0;
}

/** Writes the mail with the code. For a taken address the work is the same, but no code is accepted. */
export async function startChange(tx: Tx, deps: Deps, userId: number, newEmail: string): Promise<void> {
  const [taken, code, now] = [await isTaken(tx, newEmail), newCode(), deps.clock.now()];
  const row = {
    userId,
    newEmail,
    codeHash: hashCode(deps.keys, purposeOf(userId), taken ? newToken() : code),
    attempts: 0,
    created: new Date(now),
    expires: new Date(now + codeLifetime),
  };
  await tx.insert(emailChanges).values(row).onConflictDoUpdate({ target: emailChanges.userId, set: row });
  const order = taken ? takenMail(deps.config.appUrl, newEmail) : codeMail(newEmail, code);
  await queueMail(tx, deps, order);
}

const over = () =>
  new ApiError(410, 'code_expired', '認証コードの有効期限(30分)が切れました。もう一度お手続きください。');

/**
 * Counts a wrong code. It runs in a transaction of its own, because a refusal rolls back. Answers the refusal, or
 * `null` when the code fits.
 */
export async function tryCode(tx: Tx, deps: Deps, userId: number, code: string): Promise<ApiError | null> {
  const [row] = await tx.select().from(emailChanges).where(eq(emailChanges.userId, userId)).for('update');
  if (!row || row.expires.getTime() <= deps.clock.now() || row.attempts >= tries) return over();
  if (isSameHash(row.codeHash, hashCode(deps.keys, purposeOf(userId), code))) return null;
  const attempts = row.attempts + 1;
  await tx.update(emailChanges).set({ attempts }).where(eq(emailChanges.userId, userId));
  const remaining = tries - attempts;
  const detail = `認証コードが正しくありません。(残り${remaining}回)`;
  return new ApiError(400, 'code_wrong', detail, { fields: { code: [detail] }, data: { remaining } });
}

/**
 * Moves the account to the new address, tells the old one, and revokes links for a new password that were sent there.
 * Throws 410 when the change no longer exists, the member has left, or somebody else took the address meanwhile.
 */
export async function finishChange(tx: Tx, deps: Deps, userId: number, code: string): Promise<void> {
  const user = await lockUser(tx, userId);
  const fitting = and(
    eq(emailChanges.userId, userId),
    eq(emailChanges.codeHash, hashCode(deps.keys, purposeOf(userId), code)),
  );
  const [change] = await tx.delete(emailChanges).where(fitting).returning();
  if (!change || user.withdrawn !== null || (await isTaken(tx, change.newEmail))) throw over();
  const now = new Date(deps.clock.now());
  await tx.update(users).set({ email: change.newEmail, modified: now }).where(eq(users.id, userId));
  await endOpenLinks(tx, deps, userId);
  await queueMail(tx, deps, movedMail(deps.config.appUrl, user.email, maskEmail(change.newEmail)));
}
