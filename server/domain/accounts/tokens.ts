import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { z } from 'zod/mini';
import type { tokensSchema } from '#contracts/accounts.ts';
import { countCall } from '../../db/callCounts.ts';
import type { Tx } from '../../db/client.ts';
import {
  emailChanges,
  passwordResets,
  refreshTokens,
  sessions,
  type UserRow,
  users,
} from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { lockUser } from '../profile/store.ts';
import { signAccessToken } from './accessToken.ts';

type Pair = z.input<typeof tokensSchema>;
type Family = { id: string; userId: number; created: Date };

/** The hash under which refresh tokens are stored. They are 256 random bits, so a plain hash is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * When a session is over at the latest, epoch ms. 180 days are three times as long as it may be idle. So a learner
 * types the password twice a school year, and a stolen token that nobody noticed is worthless by the next term.
 */
function endOf(deps: Deps, session: Pick<Family, 'created'>): number {
  return session.created.getTime() + deps.config.sessionTtl * 1000;
}

async function issuePair(tx: Tx, deps: Deps, session: Family): Promise<Pair> {
  const now = deps.clock.now();
  const end = endOf(deps, session);
  const refresh = randomBytes(32).toString('base64url');
  await tx.insert(refreshTokens).values({
    hash: hashToken(refresh),
    sessionId: session.id,
    created: new Date(now),
    expires: new Date(Math.min(now + deps.config.refreshTtl * 1000, end)),
  });
  const access = await signAccessToken(deps, { userId: session.userId, sessionId: session.id }, end);
  return { access_token: access, refresh_token: refresh };
}

/** What was checked at the login: the account, and its address and password as they were at that moment. */
export type Credentials = Pick<UserRow, 'id' | 'email' | 'passwordHash'>;
/** On what a session runs: the device's name, and its network (`hashNetwork`). */
export type LoginOrigin = { device: string; network: string | null };

/**
 * Opens a session and answers its first tokens. Credentials are checked outside of the transaction, so they are
 * compared with the locked row again: `null` when address or password have changed meanwhile, or the member has left. A
 * change of address or password ends all sessions under the same lock, so no session can be opened beside it.
 */
export async function openSession(
  tx: Tx,
  deps: Deps,
  { id: userId, email, passwordHash }: Credentials,
  place: LoginOrigin,
): Promise<Pair | null> {
  const user = await lockUser(tx, userId);
  if (user.withdrawn !== null || user.email !== email || user.passwordHash !== passwordHash) return null;
  const created = new Date(deps.clock.now());
  const made = await tx
    .insert(sessions)
    .values({ userId, ...place, created, lastSeen: created })
    .returning({ id: sessions.id });
  const session = made[0];
  if (!session) throw new Error('session was not stored');
  return issuePair(tx, deps, { id: session.id, userId, created });
}

/** Why a session ended; stored for the support desk. */
export type EndReason = 'logout' | 'reuse' | 'password' | 'remote' | 'withdrawal' | 'age';

/** Ends a session: its access and refresh tokens are worth nothing from now on. */
export async function revokeSession(tx: Tx, deps: Deps, id: string, reason: EndReason): Promise<void> {
  await tx
    .update(sessions)
    .set({ revoked: new Date(deps.clock.now()), revokedReason: reason })
    .where(and(eq(sessions.id, id), isNull(sessions.revoked)));
}

/** Ends every session of a user but `sessionId`; `null`: all of them. */
export async function revokeOthers(
  tx: Tx,
  deps: Deps,
  userId: number,
  sessionId: string | null,
  reason: EndReason,
): Promise<void> {
  const isOther = sessionId === null ? undefined : ne(sessions.id, sessionId);
  await tx
    .update(sessions)
    .set({ revoked: new Date(deps.clock.now()), revokedReason: reason })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revoked), isOther));
}

/**
 * Ends open mails of a user: links for a new password, and the code for a new address. Called with every change of
 * password or address, and with the withdrawal, under the lock of the user's row.
 */
export async function endOpenLinks(tx: Tx, deps: Deps, userId: number): Promise<void> {
  const isOpen = and(eq(passwordResets.userId, userId), isNull(passwordResets.used));
  await tx
    .update(passwordResets)
    .set({ used: new Date(deps.clock.now()) })
    .where(isOpen);
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
}

/**
 * New tokens of a running session, beside its old ones. The first use of the new ones retires the old ones, so that a
 * lost answer logs nobody out (see `rotate`). `null`: the session has ended meanwhile.
 */
export async function renewSession(tx: Tx, deps: Deps, id: string): Promise<Pair | null> {
  const isLive = and(eq(sessions.id, id), isNull(sessions.revoked));
  const lastSeen = new Date(deps.clock.now());
  const [session] = await tx.update(sessions).set({ lastSeen }).where(isLive).returning();
  return session ? issuePair(tx, deps, session) : null;
}

async function lockFamily(tx: Tx, hash: string) {
  const found = await tx
    .select({
      id: sessions.id,
      userId: sessions.userId,
      created: sessions.created,
      revoked: sessions.revoked,
      withdrawn: users.withdrawn,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(refreshTokens.hash, hash))
    .for('update', { of: sessions });
  return found[0] ?? null;
}

/** The first use of a token shows that it arrived, so all other tokens of the session are retired. */
async function retireOthers(tx: Tx, sessionId: string, hash: string, now: Date): Promise<void> {
  await tx.update(refreshTokens).set({ exchanged: now }).where(eq(refreshTokens.hash, hash));
  await tx
    .update(refreshTokens)
    .set({ retired: now })
    .where(
      and(
        eq(refreshTokens.sessionId, sessionId),
        isNull(refreshTokens.retired),
        ne(refreshTokens.hash, hash),
      ),
    );
}

/**
 * Refreshes of one session in a window of seconds. An app asks once an hour for each tab; on a bad line it asks again
 * after every lost answer. Above the limit the app waits and stays logged in (session.md 6.7).
 */
export const refreshLimit = { max: 120, window: 10 * 60 };

/** `wait`: asked too often; milliseconds until it may be asked again. */
export type Rotation = { kind: 'renewed'; pair: Pair } | { kind: 'refused' } | { kind: 'wait'; for: number };
const refused: Rotation = { kind: 'refused' };

/**
 * Exchanges a refresh token. `network`: where the session is now (`hashNetwork`).
 *
 * An answer may be lost, for any length of time (offline.md 3.41). So a token stays valid until a token that came from
 * it is first used: only then it is certain that the device has the new one. If the device sends the token again before
 * that, it gets a fresh sibling, because only hashes are stored and the first answer cannot be repeated.
 *
 * The first use of any token retires all others of the session, so that lines from a lost answer or a second tab join
 * again. A retired token is still accepted for the grace of 60 s (calls that were under way) and retires nothing. After
 * that, its use means that it was copied: the whole session ends. A thief with an old token therefore gets no further
 * than the next use of either line. The session's row is the lock, so that two processes agree.
 */
export async function rotate(tx: Tx, deps: Deps, token: string, network: string): Promise<Rotation> {
  const hash = hashToken(token);
  const session = await lockFamily(tx, hash);
  const now = deps.clock.now();
  if (!session || session.revoked || session.withdrawn || endOf(deps, session) <= now) return refused;
  const usage = await countCall(tx, `refresh:${session.id}`, refreshLimit.window, now);
  if (usage.count > refreshLimit.max) return { kind: 'wait', for: usage.resetsIn };
  const rows = await tx.select().from(refreshTokens).where(eq(refreshTokens.hash, hash)).limit(1);
  const row = rows[0];
  if (!row || row.expires.getTime() <= now) return refused;
  if (row.retired && now - row.retired.getTime() > deps.config.refreshGrace * 1000) {
    await revokeSession(tx, deps, session.id, 'reuse');
    return refused;
  }
  if (!row.exchanged && !row.retired) await retireOthers(tx, session.id, hash, new Date(now));
  await tx
    .update(sessions)
    .set({ lastSeen: new Date(now), network })
    .where(eq(sessions.id, session.id));
  return { kind: 'renewed', pair: await issuePair(tx, deps, session) };
}
