import type { UserDb } from '#shared/lib/db/schema.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { now } from '#shared/lib/time/clock.ts';
import { type KeptSession, serverNow } from '#shared/lib/worker/keptMedia.ts';

const clockKey = 'download.clock';
type Clock = Pick<KeptSession, 'skew' | 'seen'>;

/** What is known of the server's clock; before the first answer the device's own clock counts. */
export async function readClock(db: UserDb): Promise<Clock> {
  const row = await db.meta.get(clockKey);
  const { skew, seen } = Object(row?.value) as Partial<Clock>;
  return typeof skew === 'number' && typeof seen === 'number' ? { skew, seen } : { skew: 0, seen: 0 };
}

/**
 * Stores the time that the server gave. The latest time ever seen is kept, so that setting the device clock back does
 * not extend a licence (product.md 3.9.7 "server-time based").
 */
export async function noteServerTime(db: UserDb, iso: string | null): Promise<Clock> {
  const before = await readClock(db);
  const told = parseTime(iso);
  if (told === null) return before;
  const clock: Clock = { skew: told - now(), seen: Math.max(before.seen, told) };
  await db.meta.put({ key: clockKey, value: clock });
  return clock;
}

/** The server's current time as well as the device can know it, epoch ms. */
export async function serverTime(db: UserDb): Promise<number> {
  return serverNow(await readClock(db), now());
}
