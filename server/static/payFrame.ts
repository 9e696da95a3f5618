import { Hono } from 'hono';
import type { AppContext, AppEnv, Deps } from '../deps.ts';
import { isHttps } from '../middleware/securityHeaders.ts';
import type { Capabilities } from '../payment/port.ts';
import { findStatic } from './files.ts';
import { send } from './routes.ts';

/** Where the card frame and its two files are (money.md 6). */
export const payFramePath = '/pay-frame/';
const files = ['frame.js', 'frame.css'] as const;

type Card = NonNullable<Capabilities['card']>;

const missing = (c: AppContext) => c.text('404 Not Found\n', 404, { 'Cache-Control': 'no-store' });

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * This server as the browser called it. The frame has no origin of its own, so its policy names ours in full; what is no
 * host must not get into a header.
 */
function originOf(c: AppContext, deps: Deps): string {
  const { host } = new URL(c.req.url);
  return /^[\w.:[\]-]+$/.test(host)
    ? `${isHttps(c, deps) ? 'https' : 'http'}://${host}`
    : new URL(deps.config.appUrl).origin;
}

/**
 * What the frame may do (money.md 6): run our script and the gateway's, talk to the gateway, and nothing else. `own`: the
 * frame's origin; `around`: who may show it. On an origin of its own it may keep that one; on the app's never, because a
 * script there could then take the sandbox off.
 */
export function payFramePolicy(
  { scriptUrl }: Card,
  { own, around }: { own: string; around: string | null },
): string {
  const gateway = new URL(scriptUrl).origin;
  return [
    "default-src 'none'",
    `script-src ${own}${payFramePath}frame.js ${gateway}`,
    `style-src ${own}${payFramePath}frame.css`,
    `connect-src ${gateway}`,
    `frame-src ${gateway}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${around ?? "'self'"}`,
    `sandbox allow-scripts${around === null ? '' : ' allow-same-origin'}`,
  ].join('; ');
}

/** The document: its script makes the fields. Where tokens come from stands in it, since only the server knows. */
function documentOf({ scriptUrl, shopId }: Card, own: string): string {
  const data = `data-script="${escaped(scriptUrl)}" data-shop="${escaped(shopId)}"`;
  return [
    '<!doctype html>',
    `<html lang="ja" ${data}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>カード情報の入力</title>',
    `<link rel="stylesheet" href="${own}${payFramePath}frame.css">`,
    '</head>',
    '<body>',
    `<script src="${own}${payFramePath}frame.js"></script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/**
 * The card frame: a document that the app shows and cannot look into, with the two files it is made of. With
 * `PAY_FRAME_ORIGIN` it is served under that origin alone.
 */
export function payFrameRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { frameOrigin } = deps.config.payment;
  app.get(`${payFramePath}*`, async (c) => {
    const own = originOf(c, deps);
    const { card } = deps.gateway.capabilities;
    if (card === null || (frameOrigin !== null && frameOrigin !== own)) return missing(c);
    const name = c.req.path.slice(payFramePath.length);
    c.header('Referrer-Policy', 'no-referrer');
    c.header('X-Robots-Tag', 'noindex');
    if (name === '') {
      const around = frameOrigin === null ? null : new URL(deps.config.appUrl).origin;
      c.header('Content-Security-Policy', payFramePolicy(card, { own, around }));
      return c.html(documentOf(card, own), 200, { 'Cache-Control': 'no-store' });
    }
    if (!files.some((file) => file === name)) return missing(c);
    const file = await findStatic(
      deps.config.distDir,
      payFramePath + name,
      c.req.header('Accept-Encoding') ?? '',
    );
    // Whoever has no origin asks for it as a stranger.
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return file ? send(c, file, 'no-cache') : missing(c);
  });
  return app;
}
