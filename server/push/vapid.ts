import { eq } from 'drizzle-orm';
import webpush from 'web-push';
import { settings } from '../db/schema/system.ts';
import type { Deps } from '../deps.ts';

/** The key pair by which push services know this server (RFC 8292), base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

const name = 'vapid';

async function stored({ db }: Deps): Promise<VapidKeys | null> {
  const rows = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, name));
  return (rows[0]?.value as VapidKeys | undefined) ?? null;
}

/**
 * The server's key pair: made when it is first needed, then kept in the database. The first process that stores one
 * wins, so that processes that start together agree. With a new pair, no browser that has subscribed could be reached
 * any more.
 */
export async function vapidKeys(deps: Deps): Promise<VapidKeys> {
  const known = await stored(deps);
  if (known) return known;
  const row = { name, value: webpush.generateVAPIDKeys(), modified: new Date(deps.clock.now()) };
  await deps.db.insert(settings).values(row).onConflictDoNothing();
  const keys = await stored(deps);
  if (!keys) throw new Error('push keys were not stored');
  return keys;
}
