import type { MiddlewareHandler } from 'hono';
import type { AppEnv, Deps } from '../deps.ts';

/** A path without the secret that some paths hold (accounts/guardian/{token}/). */
export function pathForLog(path: string): string {
  return path.replaceAll(/[\w-]{43,}/g, '…');
}

/** One line for each API call: never its query, headers or body. */
export function requestLog(deps: Deps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    deps.log.info('request', {
      request_id: c.get('requestId'),
      method: c.req.method,
      path: pathForLog(c.req.path),
      status: c.res.status,
      ms: Math.round((performance.now() - start) * 10) / 10,
      user: c.get('user')?.id,
    });
  };
}
