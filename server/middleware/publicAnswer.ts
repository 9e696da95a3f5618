import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../deps.ts';
import { matchesEtag } from '../static/etag.ts';

/** Seconds for which public answers may be cached (product.md 3.4). */
const keptFor = 600;

/**
 * For answers that guests may read too. A guest's answer may be cached by everybody and carries a weak ETag, because
 * its compression makes no difference. With a token, whatever it holds, the answer belongs to that member and is not
 * cached; `Vary` keeps the two apart. Refusals keep their own headers.
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
  // For a 200 the compression sets this header.
  if (isKnown) c.header('Vary', 'Accept-Encoding', { append: true });
};
