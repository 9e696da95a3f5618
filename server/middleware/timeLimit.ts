import type { MiddlewareHandler } from 'hono';
import type { AppEnv, Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';

/**
 * Answers 504 `timeout` when a call takes longer than the server's limit (specification.md 9). Not 503, which means
 * maintenance. If a write still succeeds afterwards, a repeated call finds its answer by the `Idempotency-Key`.
 */
export function timeLimit(deps: Deps, limit = deps.config.requestTimeout): MiddlewareHandler<AppEnv> {
  return async (_c, next) => {
    const { promise, reject } = Promise.withResolvers<never>();
    const late = () =>
      reject(
        new ApiError(504, 'timeout', '処理に時間がかかっています。少し待ってからもう一度お試しください。'),
      );
    const timer = setTimeout(late, limit);
    try {
      await Promise.race([next(), promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
