import { and, eq, gt, lte, or, sql } from 'drizzle-orm';
import { type Db, queryRows } from './client.ts';
import { rateLimits } from './schema/system.ts';

export type Limit = {
  /** Short stable name, part of the stored key. */
  name: string;
  /** Calls allowed in one window. */
  max: number;
  /** Length of the fixed window, seconds. */
  window: number;
};
/** State of a window: calls counted so far and milliseconds until it starts anew. */
export type Usage = { count: number; resetsIn: number };

/** Counts one call, atomically and for all server processes, and answers the state after it. */
export async function countCall(db: Db, key: string, window: number, now: number): Promise<Usage> {
  const at = new Date(now).toISOString();
  const resets = new Date(now + window * 1000).toISOString();
  const rows = await queryRows<{ count: number; resets: string }>(
    db,
    sql`insert into ${rateLimits} as held (key, count, resets) values (${key}, 1, ${resets})
        on conflict (key) do update set
          count = case when held.resets <= ${at}::timestamptz then 1 else held.count + 1 end,
          resets = case when held.resets <= ${at}::timestamptz then excluded.resets else held.resets end
        returning held.count, (extract(epoch from held.resets) * 1000)::float8 as resets`,
  );
  const row = rows[0];
  if (!row) throw new Error('rate limit row missing');
  return { count: row.count, resetsIn: Number(row.resets) - now };
}

/** State of a window without counting; `null`: nothing is counted in it. */
export async function readUsage(db: Db, key: string, now: number): Promise<Usage | null> {
  const isRunning = and(eq(rateLimits.key, key), gt(rateLimits.resets, new Date(now)));
  const [row] = await db.select().from(rateLimits).where(isRunning).limit(1);
  return row ? { count: row.count, resetsIn: row.resets.getTime() - now } : null;
}

/**
 * Takes one of the window's `max` turns, atomically. `null`: it was taken; else milliseconds until there are turns
 * again.
 */
export async function takeTurn(
  db: Db,
  key: string,
  { max, window }: Pick<Limit, 'max' | 'window'>,
  now: number,
): Promise<number | null> {
  const resets = new Date(now + window * 1000);
  const isOver = lte(rateLimits.resets, new Date(now));
  const taken = await db
    .insert(rateLimits)
    .values({ key, count: 1, resets })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        resets: sql`case when ${isOver} then excluded.resets else ${rateLimits.resets} end`,
      },
      setWhere: or(isOver, sql`${rateLimits.count} < ${max}`),
    })
    .returning({ key: rateLimits.key });
  if (taken.length > 0) return null;
  return (await readUsage(db, key, now))?.resetsIn ?? 0;
}

/** Gives a turn back: it was no misuse. */
export async function giveTurnBack(db: Db, key: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(eq(rateLimits.key, key));
}
