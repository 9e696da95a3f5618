import type { MiddlewareHandler } from 'hono';
import type { AppEnv, Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { type MaintenanceState, maintenanceWatch } from './store.ts';

const fallback = 'ただいまメンテナンス中です。しばらくしてからもう一度お試しください。';
/** Seconds after which a client may ask again: the announced end, within these bounds. */
const retryBounds = { least: 30, most: 600 };

function retryAfter(state: MaintenanceState, now: number): number {
  const left = state.ends_at === null ? 0 : (Date.parse(state.ends_at) - now) / 1000;
  return Math.min(Math.max(Math.ceil(left) || 0, retryBounds.least), retryBounds.most);
}

/**
 * Paths on which a payment that is under way comes back to us: the buyer's browser from the bank's page, which would
 * only show raw JSON, and the gateway's notifications. Both only note a hint (money.md 4.5, 4.10).
 */
const comesBack = /^\/api\/payment\/gmo\/(?:return|notify)\//;

/**
 * Answers every call of the app with 503 and the maintenance info while the switch is on (specification.md 3 and 8).
 * What comes back from a payment is still accepted.
 */
export function maintenanceGate(deps: Deps): MiddlewareHandler<AppEnv> {
  const read = maintenanceWatch(deps);
  return async (c, next) => {
    if (comesBack.test(c.req.path)) return next();
    const state = await read();
    if (!state) return next();
    throw new ApiError(503, 'maintenance', state.message || fallback, {
      retry_after: retryAfter(state, deps.clock.now()),
      data: state,
    });
  };
}
