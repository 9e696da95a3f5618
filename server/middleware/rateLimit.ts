import type { MiddlewareHandler } from 'hono';
import { clientNetwork } from '../clientIp.ts';
import { countCall, type Limit } from '../db/callCounts.ts';
import type { AppEnv, Deps } from '../deps.ts';
import { rateLimited } from '../errors.ts';

/**
 * Allows `max` calls in a window for each signed-in user, or for each network of guests (clientIp.ts); else 429 `rate`
 * with `retry_after`.
 */
export function rateLimit(deps: Deps, limit: Limit): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const who = c.get('user')?.id ?? clientNetwork(c, deps.config.trustedProxies);
    const usage = await countCall(deps.db, `${limit.name}:${who}`, limit.window, deps.clock.now());
    if (usage.count > limit.max) throw rateLimited(usage.resetsIn / 1000);
    await next();
  };
}
