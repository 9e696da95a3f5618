import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { readRange } from '#contracts/byteRange.ts';
import type { AppContext, AppEnv, Deps } from '../deps.ts';
import { ApiError, notFound } from '../errors.ts';
import { matchesEtag } from '../static/etag.ts';
import { checkMedia, publicPrefix } from './sign.ts';
import type { MediaFile } from './store.ts';
import { mediaTypes } from './types.ts';

function decodePath(c: AppContext): string {
  try {
    return decodeURIComponent(c.req.path.slice('/media/'.length));
  } catch {
    throw notFound();
  }
}

function assertAllowed(c: AppContext, deps: Deps, path: string): void {
  if (path.startsWith(publicPrefix)) return;
  const expires = c.req.query('e') ?? '';
  const isOurs = checkMedia(deps.keys.media, path, expires, c.req.query('s') ?? '', deps.clock.now());
  if (!isOurs)
    throw new ApiError(
      403,
      'forbidden',
      'このファイルを開ける時間が過ぎました。ページを開き直してください。',
    );
}

/** If-Range: a range counts only for the version for which it was requested (RFC 9110 13.1.5). */
function rangeApplies(c: AppContext, file: MediaFile): boolean {
  const condition = c.req.header('If-Range');
  if (condition === undefined) return true;
  if (condition.startsWith('"') || condition.startsWith('W/')) return condition === file.etag;
  return Date.parse(condition) === Math.floor(file.modified / 1000) * 1000;
}

function stream(c: AppContext, file: MediaFile, from: number, to: number): Response {
  c.header('Content-Length', String(to - from + 1));
  if (c.req.method === 'HEAD' || to < from) return c.body(null);
  return c.body(Readable.toWeb(file.read(from, to)) as ReadableStream as globalThis.ReadableStream);
}

function send(c: AppContext, file: MediaFile, type: string): Response {
  c.header('Accept-Ranges', 'bytes');
  c.header('ETag', file.etag);
  c.header('Last-Modified', new Date(file.modified).toUTCString());
  if (matchesEtag(c.req.header('If-None-Match'), file.etag)) return c.body(null, 304);
  const range = rangeApplies(c, file) ? readRange(c.req.header('Range'), file.size) : null;
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${file.size}`);
    return c.body(null, 416);
  }
  c.header('Content-Type', type);
  if (!range) return stream(c, file, 0, file.size - 1);
  c.status(206);
  c.header('Content-Range', `bytes ${range.from}-${range.to}/${file.size}`);
  return stream(c, file, range.from, range.to);
}

/** GET /media/…: signed addresses, single and suffix ranges, ETag. Pictures below `public/` need no signature. */
export function mediaRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/*', async (c) => {
    const path = decodePath(c);
    assertAllowed(c, deps, path);
    const file = await deps.media.open(path);
    if (!file) throw notFound();
    c.header('Cache-Control', `${path.startsWith(publicPrefix) ? 'public' : 'private'}, max-age=3600`);
    return send(c, file, getMimeType(path, mediaTypes) ?? 'application/octet-stream');
  });
  return app;
}
