import { sql } from 'drizzle-orm';
import type { MiddlewareHandler } from 'hono';
import { type Db, queryRows } from '../db/client.ts';
import { rateLimits } from '../db/schema/system.ts';
import type { AppEnv, Deps } from '../deps.ts';
import { rateLimited } from '../errors.ts';
import { clientIp } from './clientIp.ts';

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

/** Allows `max` calls a window per signed-in user, or per address for guests; else 429 `rate` with `retry_after`. */
export function rateLimit(deps: Deps, limit: Limit): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const who = c.get('user')?.id ?? clientIp(c, deps.config.trustedProxies);
    const usage = await countCall(deps.db, `${limit.name}:${who}`, limit.window, deps.clock.now());
    if (usage.count > limit.max) throw rateLimited(usage.resetsIn / 1000);
    await next();
  };
}
