import type { MiddlewareHandler } from 'hono';
import type { AppEnv, Deps } from '../deps.ts';

/**
 * Sends the time with every answer of the API, epoch ms: devices stamp the learner's intents with it (offline.md 5.6),
 * and the seconds of `Date` are too coarse to order two taps. An answer that caches may store gets none, because the
 * time would be wrong later.
 */
export function serverTime(deps: Deps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (c.res.headers.get('Cache-Control')?.startsWith('public')) return;
    c.header('X-Server-Time', String(deps.clock.now()));
  };
}
