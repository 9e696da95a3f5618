import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { SignupInput } from '#contracts/signup.ts';
import type { Tx } from '../../db/client.ts';
import { type SignupRow, signups, users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../mail/queue.ts';
import { hashCode, isSameHash, newCode, newToken } from '../accounts/secrets.ts';
import { type Credentials, hashToken } from '../accounts/tokens.ts';
import { codeLifetime, knownMail, verifyMail } from './mails.ts';

/** Wrong codes before a new code is needed, and seconds before a new one may be requested (product.md 2.2). */
export const limits = { tries: 5, resendAfter: 60 };

async function isRegistered(tx: Tx, email: string): Promise<boolean> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).limit(1);
  return rows.length > 0;
}

/** Purpose under which a browser's seal is made; codes have the number of their sign-up. */
const sealPurpose = 'signup-browser';

/** Number and seal of a sign-up, for the browser that begins it; the mail only ever holds the number. */
export function sealedId(deps: Deps, id: string): string {
  return `${id}.${hashCode(deps.keys, sealPurpose, id)}`;
}

/** The number in a sealed one; `null` when the seal is not ours. */
export function openSealedId(deps: Deps, sealed: string): string | null {
  const [id = '', seal = ''] = sealed.split('.');
  return isSameHash(seal, hashCode(deps.keys, sealPurpose, id)) ? id : null;
}

/** New code and token of a sign-up. For a known address they are thrown away, so no code is accepted. */
function makeSecrets(deps: Deps, id: string, isKnown: boolean) {
  const [code, token] = [newCode(), newToken()];
  return {
    code,
    token,
    stored: {
      codeHash: hashCode(deps.keys, id, isKnown ? newToken() : code),
      tokenHash: hashToken(isKnown ? newToken() : token),
      attempts: 0,
      expires: new Date(deps.clock.now() + codeLifetime),
      resendAt: new Date(deps.clock.now() + limits.resendAfter * 1000),
    },
  };
}

async function mail(tx: Tx, deps: Deps, row: Pick<SignupRow, 'id' | 'email' | 'isKnown'>, secrets: Secrets) {
  const { appUrl } = deps.config;
  const order = row.isKnown
    ? knownMail(appUrl, row.email)
    : verifyMail(appUrl, row.email, { id: row.id, code: secrets.code, token: secrets.token });
  await queueMail(tx, deps, order);
}
type Secrets = { code: string; token: string };

/** Stores a sign-up and writes its mail. The work is the same whether the address has an account or not. */
export async function startSignup(
  tx: Tx,
  deps: Deps,
  input: SignupInput,
  passwordHash: string,
): Promise<string> {
  const id = randomUUID();
  const isKnown = await isRegistered(tx, input.email);
  const secrets = makeSecrets(deps, id, isKnown);
  const { email, registrant, campaign = null, redirect = null } = input;
  const created = new Date(deps.clock.now());
  const row = { id, email, passwordHash, registrant, campaign, redirect, isKnown, created };
  await tx.insert(signups).values({ ...row, ...secrets.stored });
  await mail(tx, deps, row, secrets);
  return id;
}

/** The sign-up with this number, for checks before its mail is written again. */
export async function findSignup(tx: Tx, id: string): Promise<SignupRow | null> {
  const rows = await tx.select().from(signups).where(eq(signups.id, id)).limit(1);
  return rows[0] ?? null;
}

/** New code, new link, new tries. The old ones become invalid. */
export async function resend(tx: Tx, deps: Deps, row: SignupRow): Promise<void> {
  const secrets = makeSecrets(deps, row.id, row.isKnown);
  await tx.update(signups).set(secrets.stored).where(eq(signups.id, row.id));
  await mail(tx, deps, row, secrets);
}

/**
 * `isSameBrowser`: the link was opened in the browser where the password was typed. A code is only ever typed there.
 */
export type Proof = { id: string; code: string } | { id: string; token: string; isSameBrowser: boolean };
export type Verdict =
  | { kind: 'fits'; user: Credentials; redirect: string | null }
  | { kind: 'unowned'; email: string }
  | { kind: 'wrong'; remaining: number }
  | { kind: 'over' }
  | { kind: 'taken' };

function fits(deps: Deps, row: SignupRow, proof: Proof): boolean {
  return 'code' in proof
    ? isSameHash(row.codeHash, hashCode(deps.keys, row.id, proof.code))
    : isSameHash(row.tokenHash, hashToken(proof.token));
}

async function register(
  tx: Tx,
  deps: Deps,
  row: SignupRow,
  chosen: string | null,
): Promise<Credentials | null> {
  const now = new Date(deps.clock.now());
  const { email, registrant, campaign } = row;
  const made = await tx
    .insert(users)
    .values({
      email,
      passwordHash: chosen ?? row.passwordHash,
      registrant,
      campaign,
      agreed: chosen === null ? row.created : now,
      profileCompleted: false,
      created: now,
      modified: now,
    })
    .onConflictDoNothing()
    .returning({ id: users.id, email: users.email, passwordHash: users.passwordHash });
  return made[0] ?? null;
}

/**
 * Checks a code or a link's token, and makes the account. The row is locked, so that guesses at the same time are
 * counted one after the other. A right proof is accepted again within the grace for a lost answer
 * (deps.config.refreshGrace). `over`: too late, too many guesses, or no such sign-up; nobody is told which. `unowned`:
 * nothing is done yet, because the owner of the address has to choose a password first. Otherwise anybody could sign up
 * with a stranger's address, wait until they press the button in the mail, and know the password of their account.
 *
 * @param chosen hash of the password that the owner of the address has chosen at the link.
 */
export async function verifySignup(
  tx: Tx,
  deps: Deps,
  proof: Proof,
  chosen: string | null,
): Promise<Verdict> {
  const [row] = await tx.select().from(signups).where(eq(signups.id, proof.id)).for('update');
  const now = deps.clock.now();
  if (!row || row.expires.getTime() <= now || row.attempts >= limits.tries) return { kind: 'over' };
  if (!fits(deps, row, proof)) {
    if ('token' in proof) return { kind: 'over' };
    const attempts = row.attempts + 1;
    await tx.update(signups).set({ attempts }).where(eq(signups.id, row.id));
    return { kind: 'wrong', remaining: limits.tries - attempts };
  }
  if (row.verified && row.userId !== null) {
    const isLate = now - row.verified.getTime() > deps.config.refreshGrace * 1000;
    const { userId: id, email, passwordHash, redirect } = row;
    return isLate ? { kind: 'over' } : { kind: 'fits', user: { id, email, passwordHash }, redirect };
  }
  if ('token' in proof && !proof.isSameBrowser && chosen === null)
    return { kind: 'unowned', email: row.email };
  const user = await register(tx, deps, row, chosen);
  if (user === null) return { kind: 'taken' };
  // With the password that counts: a repeated proof lets in only as long as the account has this password.
  await tx
    .update(signups)
    .set({ verified: new Date(now), userId: user.id, passwordHash: user.passwordHash })
    .where(eq(signups.id, row.id));
  return { kind: 'fits', user, redirect: row.redirect };
}
