import { and, desc, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod/mini';
import type { devicesSchema } from '#contracts/device.ts';
import type { Db, Tx } from '../../db/client.ts';
import { sessions } from '../../db/schema/accounts.ts';
import { offlineDevices } from '../../db/schema/offline.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { revokeOthers, revokeSession } from '../accounts/tokens.ts';

/** Most logins that are listed, those seen last. */
const mostListed = 100;

type Session = { userId: number; sessionId: string };

/** Whether a row of `sessions` is a login that is still valid. */
export function isGoodLogin({ clock, config }: Deps): SQL | undefined {
  // A login ends by itself when it was not used for as long as its refresh token lives, or is too old.
  const oldest = new Date(clock.now() - config.refreshTtl * 1000);
  const first = new Date(clock.now() - config.sessionTtl * 1000);
  return and(isNull(sessions.revoked), gt(sessions.lastSeen, oldest), gt(sessions.created, first));
}

/** The user's logins that are still good, the present one first. */
export async function listDevices(
  db: Db,
  deps: Deps,
  { userId, sessionId }: Session,
): Promise<z.input<typeof devicesSchema>> {
  // The device may have more than one number, when the browser has emptied its storage meanwhile; each takes a place.
  const kept = db
    .select({
      session: offlineDevices.sessionId,
      downloads: sql<number>`sum(jsonb_array_length(${offlineDevices.lessons}))::int`.as('downloads'),
    })
    .from(offlineDevices)
    .where(and(eq(offlineDevices.userId, userId), gt(offlineDevices.validUntil, new Date(deps.clock.now()))))
    .groupBy(offlineDevices.sessionId)
    .as('kept');
  const rows = await db
    .select({ session: sessions, downloads: kept.downloads })
    .from(sessions)
    .leftJoin(kept, eq(kept.session, sessions.id))
    .where(and(eq(sessions.userId, userId), isGoodLogin(deps)))
    .orderBy(desc(eq(sessions.id, sessionId)), desc(sessions.lastSeen), sessions.id)
    .limit(mostListed);
  return {
    devices: rows.map(({ session, downloads }) => ({
      id: session.id,
      name: session.device,
      created: session.created.toISOString(),
      last_seen: session.lastSeen.toISOString(),
      is_current: session.id === sessionId,
      downloads: downloads ?? 0,
    })),
  };
}

/**
 * Ends a login of this user at once. With it ends what its device may keep and receive (push subscriptions belong to
 * the login). A login that has ended already counts as success; one of somebody else is not found.
 */
export async function endDevice(tx: Tx, deps: Deps, userId: number, id: string): Promise<void> {
  const isOwn = and(eq(sessions.id, id), eq(sessions.userId, userId));
  const [session] = await tx.select().from(sessions).where(isOwn).limit(1);
  if (!session) throw notFound();
  await revokeSession(tx, deps, id, 'remote');
  const isIts = or(
    eq(offlineDevices.sessionId, id),
    session.deviceId === null ? undefined : eq(offlineDevices.deviceId, session.deviceId),
  );
  await tx.delete(offlineDevices).where(and(eq(offlineDevices.userId, userId), isIts));
}

/** Ends every login of this user but the present one, in the same way; what the present device keeps stays. */
export async function endOtherDevices(tx: Tx, deps: Deps, { userId, sessionId }: Session): Promise<void> {
  const [present] = await tx
    .select({ deviceId: sessions.deviceId })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .limit(1);
  await revokeOthers(tx, deps, userId, sessionId, 'remote');
  const isOther = present?.deviceId ? ne(offlineDevices.deviceId, present.deviceId) : undefined;
  await tx.delete(offlineDevices).where(and(eq(offlineDevices.userId, userId), isOther));
}

/** Notes which device a login runs on, so that the list can say what is kept there. */
export async function rememberDevice(tx: Tx, sessionId: string, deviceId: string): Promise<void> {
  await tx.update(sessions).set({ deviceId }).where(eq(sessions.id, sessionId));
}
