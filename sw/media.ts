import { createPartialResponse } from 'workbox-range-requests';
import type { Later } from './assets.ts';
import { putMakingRoom } from './makeRoom.ts';
import { mediaCacheName } from './mediaKey.ts';
import { worker } from './scope.ts';
import { isStorable } from './storable.ts';

/** Larger files come from the network, which answers ranges itself; bytes. */
const largestKept = 30 * 1024 * 1024;
/** Maximum number of files; the oldest are deleted first. */
const mostKept = 400;

const running = new Map<string, Promise<Response>>();

/**
 * A picture, textbook or caption: kept when it is first seen, and found again even if its signature changes. Ranges are
 * cut from the whole file. A first request for a range fetches the whole file too, so that it can be kept.
 */
export async function answerMedia(request: Request, key: string, later: Later): Promise<Response> {
  const cache = await caches.open(mediaCacheName);
  const kept = await cache.match(key, { ignoreVary: true });
  if (kept) return partOf(request, kept);
  const range = request.headers.has('range');
  const whole = range ? await fetchWhole(request, key) : await ask(request);
  if (!isStorable(key, whole) || sizeOf(whole) > largestKept) return range ? fetch(request) : whole;
  later(keep(cache, key, whole.clone()));
  return partOf(request, whole);
}

/**
 * A picture of another origin is requested with CORS, even if the page did not do so: only then may we read and keep
 * the answer. If the host sends no CORS headers, the page's own request is sent.
 */
async function ask(request: Request): Promise<Response> {
  const isForeign = new URL(request.url).origin !== worker.location.origin;
  if (!isForeign || request.mode !== 'no-cors') return fetch(request);
  return fetch(request.url, { credentials: 'omit' }).catch(() => fetch(request));
}

/** Several ranges of one file share one download. */
async function fetchWhole(request: Request, key: string): Promise<Response> {
  const answer = running.get(key) ?? fetch(request.url, { credentials: 'same-origin' });
  running.set(key, answer);
  try {
    return (await answer).clone();
  } finally {
    running.delete(key);
  }
}

function partOf(request: Request, whole: Response): Response | Promise<Response> {
  return request.headers.has('range') ? createPartialResponse(request, whole) : whole;
}

function sizeOf(response: Response): number {
  return Number(response.headers.get('content-length') ?? 0);
}

/** Storing is optional: a full storage must not make the answer fail. */
async function keep(cache: Cache, key: string, response: Response): Promise<void> {
  try {
    await putMakingRoom(cache, key, response);
    const keys = await cache.keys();
    for (const old of keys.slice(0, Math.max(0, keys.length - mostKept))) await cache.delete(old);
  } catch (error) {
    console.warn(`not kept: ${key}`, error);
  }
}
