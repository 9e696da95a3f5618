import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Hono } from 'hono';
import { isAppRoute } from '#shared/lib/pages/appRoutes.ts';
import { builtFileAt, framedFile, framedFileAt, hasOwnQuery } from '#shared/lib/pages/builtPages.ts';
import { isOriginQuery } from '#shared/lib/pages/originQuery.ts';
import type { AppContext, AppEnv, Deps } from '../deps.ts';
import { standingOfPage } from '../domain/site/knownPages.ts';
import { PageMaker } from '../pages/maker.ts';
import type { Ask } from '../pages/program.ts';
import { pagePolicy, reportingEndpoints } from './csp.ts';
import { matchesEtag } from './etag.ts';
import { findStatic, type StaticFile } from './files.ts';

const immutable = 'public, max-age=31536000, immutable';

const notBuilt = 'アプリがまだビルドされていません。npm run build を実行してください。\n';

/** Whether the client asks for a page to show. A browser says so; other programs that accept anything count too. */
function isNavigation(c: AppContext): boolean {
  const accept = c.req.header('Accept') ?? '';
  if (accept.includes('text/html')) return true;
  return accept.includes('*/*') && c.req.header('Sec-Fetch-Dest') === undefined;
}

function hasExtension(path: string): boolean {
  return /\.[^/]*$/.test(path);
}

function missing(c: AppContext): Response {
  return c.text('404 Not Found\n', 404, { 'Cache-Control': 'no-store' });
}

/** Answers with a file, unless the client has it already. */
export async function send(c: AppContext, file: StaticFile, cacheControl: string): Promise<Response> {
  c.header('Cache-Control', cacheControl);
  c.header('ETag', file.etag);
  if (file.varies) c.header('Vary', 'Accept-Encoding');
  if (matchesEtag(c.req.header('If-None-Match'), file.etag)) return c.body(null, 304);
  c.header('Content-Type', file.type);
  c.header('Content-Length', String(file.size));
  if (file.encoding) c.header('Content-Encoding', file.encoding);
  if (c.req.method === 'HEAD') return c.body(null);
  const content = await file.open();
  if (content instanceof Readable)
    return c.body(Readable.toWeb(content) as ReadableStream as globalThis.ReadableStream);
  return c.body(new Uint8Array(content));
}

/**
 * Serves the built app. Hashed files may be cached for ever; everything else is revalidated each time. A missing file
 * is never answered with the page (offline.md 3.2, 3.3, 3.12). Prerendered pages are sent as they are; other page
 * addresses get `index.html`. The not-found page comes with 404 when the app has no such page, or the page has nothing
 * to show (specification.md 8). Pages that show data of the database are sent with these data (`server/pages`). `ask`:
 * answers of the API for a guest.
 */
export function staticRoutes(deps: Deps, ask: Ask): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const root = deps.config.distDir;
  const policy = pagePolicy(deps.config);
  const maker = new PageMaker(deps, ask);
  app.get('*', async (c) => {
    const { path } = c.req;
    const encodings = c.req.header('Accept-Encoding') ?? '';
    c.header('Content-Security-Policy', await policy());
    c.header('Reporting-Endpoints', reportingEndpoints);
    const isPage = path === '/' || (!path.startsWith('/assets/') && !hasExtension(path) && isNavigation(c));
    const isOther = hasOwnQuery(path, new URL(c.req.url).searchParams);
    const built = isPage && !isOther ? (builtFileAt(path) ?? framedFileAt(path)) : null;
    const file = await findStatic(root, built ?? path, encodings);
    if (file) return send(c, file, path.startsWith('/assets/') ? immutable : 'no-cache');
    if (!isPage) return missing(c);
    const page = await findStatic(root, '/index.html', encodings);
    if (!page) return c.text(notBuilt, 404, { 'Cache-Control': 'no-store' });
    const standing = isAppRoute(path) ? await standingOfPage(deps, path) : 'missing';
    if (standing === 'missing') {
      c.status(404);
      return send(c, (await findStatic(root, framedFile('notFound'), encodings)) ?? page, 'no-cache');
    }
    // A device that kept what everybody could read before must not keep it any longer (sw/keptPages.ts).
    if (standing === 'members') return send(c, page, 'no-store');
    // A query filters what is shown: such a page is made in the browser.
    const isPlain = [...new URL(c.req.url).searchParams.keys()].every(isOriginQuery);
    // A reload, or a device whose copy is of an earlier visit (RFC 9111, 5.2.1.1).
    const isOfToday = /\bmax-age=0\b/.test(c.req.header('Cache-Control') ?? '');
    return send(c, (isPlain && (await maker.find(path, encodings, isOfToday))) || page, 'no-cache');
  });
  return app;
}
