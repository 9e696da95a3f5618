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

/**
 * Whether the browser came by https. Behind proxies the outermost trusted one knows this. Each proxy adds its value to
 * the list; where a proxy passes the header on unchanged, or keeps a single value, the first one is the oldest. A proxy
 * that only says how it was called itself (`http`, from the proxy before it) hides this: then the app's own address
 * decides.
 */
export function isHttps(c: AppContext, { config }: Pick<Deps, 'config'>): boolean {
  if (config.trustedProxies === 0) return new URL(c.req.url).protocol === 'https:';
  const words = (c.req.header('X-Forwarded-Proto') ?? '').split(',').map((word) => word.trim().toLowerCase());
  const outermost = words.at(-config.trustedProxies) ?? words[0];
  return outermost === 'https' || config.appUrl.startsWith('https://');
}

/**
 * Headers of every answer. The app's files bring their own content policy; everything else may load nothing. A page
 * that is shown inside a page of ours says so in its policy (`frame-ancestors`): the card frame (static/payFrame.ts).
 */
export function securityHeaders(deps: Deps): MiddlewareHandler<AppEnv> {
  const resourcePolicy = deps.config.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin';
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set('X-Content-Type-Options', 'nosniff');
    if (!headers.has('Referrer-Policy')) headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    headers.set('Permissions-Policy', permissions);
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    if (!headers.has('Cross-Origin-Resource-Policy'))
      headers.set('Cross-Origin-Resource-Policy', resourcePolicy);
    const policy = headers.get('Content-Security-Policy') ?? "default-src 'none'; frame-ancestors 'none'";
    headers.set('Content-Security-Policy', policy);
    if (policy.includes("frame-ancestors 'none'")) headers.set('X-Frame-Options', 'DENY');
    if (isHttps(c, deps)) headers.set('Strict-Transport-Security', `max-age=${year}; includeSubDomains`);
  };
}
