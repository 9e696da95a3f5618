import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { z } from 'zod/mini';
import type { tokensSchema } from '#contracts/accounts.ts';
import type { Tx } from '../../db/client.ts';
import { refreshTokens, sessions } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { signAccessToken } from './accessToken.ts';

type Pair = z.input<typeof tokensSchema>;
type Family = { id: string; userId: number };

/** Refresh tokens are stored only as this. They are 256 random bits, so a plain hash is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

async function issuePair(tx: Tx, deps: Deps, session: Family): Promise<Pair> {
  const now = deps.clock.now();
  const refresh = randomBytes(32).toString('base64url');
  await tx.insert(refreshTokens).values({
    hash: hashToken(refresh),
    sessionId: session.id,
    created: new Date(now),
    expires: new Date(now + deps.config.refreshTtl * 1000),
  });
  const access = await signAccessToken(deps, { userId: session.userId, sessionId: session.id });
  return { access_token: access, refresh_token: refresh };
}

/** Opens a session for a user and answers its first tokens. */
export async function openSession(tx: Tx, deps: Deps, userId: number, device: string): Promise<Pair> {
  const now = new Date(deps.clock.now());
  const made = await tx
    .insert(sessions)
    .values({ userId, device, created: now, lastSeen: now })
    .returning({ id: sessions.id });
  const session = made[0];
  if (!session) throw new Error('session was not stored');
  return issuePair(tx, deps, { id: session.id, userId });
}

/** Why a session ended; stored for the support desk. */
export type EndReason = 'logout' | 'reuse' | 'password' | 'remote' | 'withdrawal';

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
 * New tokens of a running session, beside its old ones: the first use of the new ones retires those, so that a lost
 * answer logs nobody out (see `rotate`).
 */
export function renewSession(tx: Tx, deps: Deps, session: Family): Promise<Pair> {
  return issuePair(tx, deps, session);
}

async function lockFamily(tx: Tx, hash: string) {
  const found = await tx
    .select({ id: sessions.id, userId: sessions.userId, revoked: sessions.revoked })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.hash, hash))
    .for('update', { of: sessions });
  return found[0] ?? null;
}

/** The first use of a token shows that it arrived: whatever else the session has left is retired. */
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
 * Exchanges a refresh token; `null`: refused.
 *
 * An answer may be lost for any length of time (offline.md 3, entry 41), so a token stays good until a token that came
 * from it is first used: only then it is certain that the device has the new one. Shown again before that, it gets a
 * fresh sibling, because only hashes are stored and the first answer cannot be repeated. The first use of any token
 * retires all others of the session, so lines that came from a lost answer or a second tab join again. A retired token
 * may still be shown for the grace of 60 s (calls that were under way) and retires nothing. Shown later, it was copied:
 * the whole session ends. A thief with an old token therefore gets no further than the next use of either line. The
 * session's row is the lock, so that two processes agree.
 */
export async function rotate(tx: Tx, deps: Deps, token: string): Promise<Pair | null> {
  const hash = hashToken(token);
  const session = await lockFamily(tx, hash);
  if (!session || session.revoked) return null;
  const now = deps.clock.now();
  const rows = await tx.select().from(refreshTokens).where(eq(refreshTokens.hash, hash)).limit(1);
  const row = rows[0];
  if (!row || row.expires.getTime() <= now) return null;
  if (row.retired && now - row.retired.getTime() > deps.config.refreshGrace * 1000) {
    await revokeSession(tx, deps, session.id, 'reuse');
    return null;
  }
  if (!row.exchanged && !row.retired) await retireOthers(tx, session.id, hash, new Date(now));
  await tx
    .update(sessions)
    .set({ lastSeen: new Date(now) })
    .where(eq(sessions.id, session.id));
  return issuePair(tx, deps, session);
}
