import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../deps.ts';
import { matchesEtag } from '../static/etag.ts';

/** Seconds for which anybody may keep what everybody may read (product.md 3.4). */
const keptFor = 600;

/**
 * For what guests may read too. A guest's answer may be kept by every cache and carries a weak ETag: how it is packed
 * for the line makes no difference. With a token it belongs to that member and is kept by none, whatever it says;
 * `Vary` keeps the two apart. Refusals keep their own headers.
 */
export const publicAnswer: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  c.header('Vary', 'Authorization', { append: true });
  if (c.error || c.res.status !== 200) return;
  if (c.req.header('Authorization') !== undefined) {
    c.header('Cache-Control', 'no-store');
    return;
  }
  const body = await c.res.arrayBuffer();
  const hash = createHash('sha256').update(new Uint8Array(body)).digest('base64url');
  const etag = `W/"${hash.slice(0, 22)}"`;
  const isKnown = matchesEtag(c.req.header('If-None-Match'), etag);
  c.res = isKnown ? new Response(null, { status: 304 }) : new Response(body, c.res);
  c.header('Cache-Control', `public, max-age=${keptFor}`);
  c.header('ETag', etag);
  // The 200 gets this where it is packed.
  if (isKnown) c.header('Vary', 'Accept-Encoding', { append: true });
};
