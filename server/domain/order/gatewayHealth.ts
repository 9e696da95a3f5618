/**
 * Whether the gateway answers (row 58 of money.md 7). Five commands with an unknown result in five minutes close card
 * payment, until a search is answered. Stored in the database, so that all processes agree.
 */
import { eq, inArray } from 'drizzle-orm';
import { countCall } from '../../db/callCounts.ts';
import type { Db, Tx } from '../../db/client.ts';
import { rateLimits, settings } from '../../db/schema/system.ts';

const limit = { unknowns: 5, seconds: 300 };
const countName = 'gateway-unknown';
const switchName = 'gateway-down';

/** Counts a command that ended unknown. */
export async function noteUnknown(tx: Tx, now: number): Promise<void> {
  const { count } = await countCall(tx, countName, limit.seconds, now);
  if (count < limit.unknowns) return;
  await tx
    .insert(settings)
    .values({ name: switchName, value: { since: new Date(now).toISOString() }, modified: new Date(now) })
    .onConflictDoNothing();
}

/** A search was answered: the gateway is available. */
export async function noteAnswer(db: Db): Promise<void> {
  await db.delete(settings).where(eq(settings.name, switchName));
  await db.delete(rateLimits).where(inArray(rateLimits.key, [countName]));
}

/** Whether card payment is closed because its results are unknown. */
export async function isGatewayDown(db: Db): Promise<boolean> {
  const rows = await db.select({ name: settings.name }).from(settings).where(eq(settings.name, switchName));
  return rows.length > 0;
}
