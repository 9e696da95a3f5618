import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { sessions, users } from '../../db/schema/accounts.ts';
import type { AuthUser } from '../../deps.ts';
import type { AccessClaims } from './accessToken.ts';
import type { EndReason } from './tokens.ts';

/**
 * Reads the user of a live session in one prepared query. `null` when the session was revoked or is gone, or the member
 * has left. `evenAfter`: a session that ended for this reason is read, too.
 */
export function sessionReader(
  db: Db,
  evenAfter: EndReason | null = null,
): (claims: AccessClaims) => Promise<AuthUser | null> {
  const isLive = and(isNull(sessions.revoked), isNull(users.withdrawn));
  const find = db
    .select({
      id: users.id,
      email: users.email,
      familyName: users.familyName,
      givenName: users.givenName,
      grade: users.grade,
      scope: users.scope,
      mustChangePassword: users.mustChangePassword,
      preference: users.preference,
      sessionId: sessions.id,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        eq(sessions.userId, sql.placeholder('userId')),
        evenAfter === null ? isLive : or(isLive, eq(sessions.revokedReason, evenAfter)),
      ),
    )
    .limit(1)
    .prepare(evenAfter === null ? 'session_user' : `session_user_${evenAfter}`);
  return async (claims) => (await find.execute(claims))[0] ?? null;
}
