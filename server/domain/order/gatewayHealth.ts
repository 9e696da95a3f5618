/**
 * Whether the gateway answers (row 58 of money.md 7). Five commands with an unknown result in five minutes close card
 * payment, until a search or a command is answered (`probe.ts` searches meanwhile). Stored in the database, so that all
 * processes agree.
 */
import { eq, inArray, sql } from 'drizzle-orm';
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

/** The gateway answered: it is available. */
export async function noteAnswer(db: Db): Promise<void> {
  await db.delete(settings).where(eq(settings.name, switchName));
  await db.delete(rateLimits).where(inArray(rateLimits.key, [countName]));
}

/** Since when card payment is closed because its results are unknown; `null`: it is open. */
export async function gatewayDownSince(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ since: settings.modified })
    .from(settings)
    .where(eq(settings.name, switchName));
  return row?.since ?? null;
}

/** Whether card payment is closed because its results are unknown. */
export async function isGatewayDown(db: Db): Promise<boolean> {
  return (await gatewayDownSince(db)) !== null;
}

/** The same as a part of a query. */
export const isDownNow = sql<boolean>`exists (select 1 from ${settings} where name = ${switchName})`;

/** Whether a result shows that the gateway answers: it did, or it refused. */
export function isAnswer({ kind }: { kind: string }): boolean {
  return kind !== 'unknown' && kind !== 'not_started';
}
