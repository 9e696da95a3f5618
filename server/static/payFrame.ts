import { Hono } from 'hono';
import type { AppContext, AppEnv, Deps } from '../deps.ts';
import { escapeHtml } from '../escapeHtml.ts';
import { isHttps } from '../middleware/securityHeaders.ts';
import type { Capabilities } from '../payment/port.ts';
import { findStatic } from './files.ts';
import { send } from './routes.ts';

/** Where the card frame and its two files are (money.md 6). */
export const payFramePath = '/pay-frame/';
const files = ['frame.js', 'frame.css'] as const;

type Card = NonNullable<Capabilities['card']>;

const missing = (c: AppContext) => c.text('404 Not Found\n', 404, { 'Cache-Control': 'no-store' });

/**
 * This server's origin as the browser called it. The frame itself has an opaque origin, so its policy names ours in
 * full. A text that is not a host must not get into a header.
 */
function originOf(c: AppContext, deps: Deps): string {
  const { host } = new URL(c.req.url);
  return /^[\w.:[\]-]+$/.test(host)
    ? `${isHttps(c, deps) ? 'https' : 'http'}://${host}`
    : new URL(deps.config.appUrl).origin;
}

/**
 * What the frame may do (money.md 6): run our script and the gateway's, talk to the gateway, and nothing else. `own`:
 * the frame's origin; `around`: who may embed it. A frame with a separate origin may keep it. On the app's origin it
 * never may, because a script there could then remove the sandbox.
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

/** The document; its script makes the fields. It contains the address of the tokens, which only the server knows. */
function documentOf({ scriptUrl, shopId }: Card, own: string): string {
  const data = `data-script="${escapeHtml(scriptUrl)}" data-shop="${escapeHtml(shopId)}"`;
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
 * The card frame: a document that the app embeds but cannot read, with its two files. With `PAY_FRAME_ORIGIN` it is
 * served only under that origin.
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
    // A document with an opaque origin loads these files as cross-origin.
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return file ? send(c, file, 'no-cache') : missing(c);
  });
  return app;
}
