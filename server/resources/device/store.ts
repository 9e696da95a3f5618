import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm';
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

/** The user's logins that are still good, the present one first. */
export async function listDevices(
  db: Db,
  deps: Deps,
  { userId, sessionId }: Session,
): Promise<z.input<typeof devicesSchema>> {
  const now = deps.clock.now();
  const isKeeping = and(
    eq(offlineDevices.userId, sessions.userId),
    eq(offlineDevices.deviceId, sessions.deviceId),
    gt(offlineDevices.validUntil, new Date(now)),
  );
  // A login that was not used for as long as its refresh token lives has ended by itself.
  const oldest = new Date(now - deps.config.refreshTtl * 1000);
  const rows = await db
    .select({ session: sessions, kept: offlineDevices.lessons })
    .from(sessions)
    .leftJoin(offlineDevices, isKeeping)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revoked), gt(sessions.lastSeen, oldest)))
    .orderBy(desc(eq(sessions.id, sessionId)), desc(sessions.lastSeen), sessions.id)
    .limit(mostListed);
  return {
    devices: rows.map(({ session, kept }) => ({
      id: session.id,
      name: session.device,
      created: session.created.toISOString(),
      last_seen: session.lastSeen.toISOString(),
      is_current: session.id === sessionId,
      downloads: kept?.length ?? 0,
    })),
  };
}

/**
 * Ends a login of this user, at once, and with it what its device may keep and be told (push subscriptions belong to
 * the login). One that has ended already is as good; one of somebody else is not found.
 */
export async function endDevice(tx: Tx, deps: Deps, userId: number, id: string): Promise<void> {
  const isOwn = and(eq(sessions.id, id), eq(sessions.userId, userId));
  const [session] = await tx.select().from(sessions).where(isOwn).limit(1);
  if (!session) throw notFound();
  await revokeSession(tx, deps, id, 'remote');
  if (session.deviceId === null) return;
  const isIt = and(eq(offlineDevices.userId, userId), eq(offlineDevices.deviceId, session.deviceId));
  await tx.delete(offlineDevices).where(isIt);
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
