import type { MiddlewareHandler } from 'hono';
import type { AppContext, AppEnv, Deps } from '../deps.ts';

const permissions = [
  'camera=()',
  'microphone=()',
  'geolocation=()',
  'payment=()',
  'usb=()',
  'autoplay=(self)',
  'fullscreen=(self)',
  'picture-in-picture=(self)',
  'screen-wake-lock=(self)',
].join(', ');
const year = 31_536_000;

function isHttps(c: AppContext, deps: Deps): boolean {
  if (deps.config.trustedProxies > 0) return c.req.header('X-Forwarded-Proto') === 'https';
  return new URL(c.req.url).protocol === 'https:';
}

/** Headers every answer carries; the app's files bring their own content policy, the rest may load nothing. */
export function securityHeaders(deps: Deps): MiddlewareHandler<AppEnv> {
  const resourcePolicy = deps.config.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin';
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    headers.set('Permissions-Policy', permissions);
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Cross-Origin-Resource-Policy', resourcePolicy);
    headers.set('X-Frame-Options', 'DENY');
    if (!headers.has('Content-Security-Policy')) {
      headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    }
    if (isHttps(c, deps)) headers.set('Strict-Transport-Security', `max-age=${year}; includeSubDomains`);
  };
}
