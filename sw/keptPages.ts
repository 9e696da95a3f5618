import { keptMark, keptPageEntry, keptPagesCache } from '#shared/lib/worker/keptPages.ts';
import { askForPage } from './askForPage.ts';
import type { Later } from './assets.ts';
import { buildId } from './build.ts';
import { isOfThisBuild } from './keep.ts';
import { isSwitchedOff } from './killSwitch.ts';
import { makeRoom } from './makeRoom.ts';
import { pageAt } from './pageAt.ts';
import { worker } from './scope.ts';
import { isStorable } from './storable.ts';
import { surplusOf } from './surplus.ts';

/** Older pages are not shown (offline.md 5.8), ms. */
const keptForMs = 7 * 24 * 60 * 60 * 1000;
/** A page younger than this is not fetched again when it is opened inside the app, ms. */
const recentMs = 10 * 60 * 1000;
/** How long a page that is fetched in the background may take to begin, ms. */
const renewalMs = 10_000;

/** When a page was stored (epoch ms by this device's clock), and its size in bytes. */
const keptAt = 'X-Kept-At';
const keptSize = 'X-Kept-Size';

/** The root of a page without content: the app renders it in the browser, so it is not kept. */
const emptyRoot = '<div id="root"></div>';

/** The last copy of a served address that this device and this build have, unless it is too old to be shown. */
export async function findKeptPage(path: string): Promise<Response | undefined> {
  // Do not open the cache here: that would create it again, empty, after a logout.
  const page = await caches
    .match(keptPageEntry(path, buildId), { cacheName: keptPagesCache, ignoreVary: true })
    .catch(() => undefined);
  return page && ageOf(page) < keptForMs ? page : undefined;
}

/** Of a page from the future nobody knows the age: the device's clock was wrong then, and the page counts as that old. */
function ageOf(page: Response): number {
  return Math.abs(Date.now() - Number(page.headers.get(keptAt)));
}

/** Deletes one page. */
export async function dropKeptPage(path: string): Promise<void> {
  if (await caches.has(keptPagesCache))
    await (await caches.open(keptPagesCache)).delete(keptPageEntry(path, buildId));
}

/**
 * Applies an answer to the kept pages: stores the page, or deletes it if the answer says that it is gone, or is not to
 * be stored. Never rejects.
 */
export type Keep = (answer: Response) => Promise<void>;

/**
 * Prepares to keep an answer to a served address. The cache is opened before the request is sent. If a logout deletes
 * the cache in the meantime, a late answer goes into the deleted cache and restores nothing.
 */
export function keeper(path: string): Keep {
  const opened = caches.open(keptPagesCache);
  return async (answer) => {
    try {
      await takeIn(await opened, path, answer);
    } catch (error) {
      console.warn(`not kept: ${path}`, error);
    }
  };
}

/** Fetches today's page for the next visit. If that fails, nothing changes. */
export async function renewKeptPage(path: string, keep = keeper(path)): Promise<void> {
  const answer = await askForPage(path, { patienceMs: renewalMs, credentials: 'omit' });
  if (answer) await keep(answer);
}

/** Today's pages that were asked for when their copies were opened, until the copies ask for them. */
const ahead = new Map<string, Promise<Response | null>>();

/** Asks for today's page as its copy is opened, before the copy does (`answerRenewal`), and keeps it. */
export function askAhead(path: string, later: Later): void {
  const keep = keeper(path);
  // What is shown at once has to be of today. A page that is only kept for later may be the server's last one.
  const answer = askForPage(path, { patienceMs: renewalMs, credentials: 'omit', cache: 'no-cache' });
  ahead.set(path, answer);
  later(answer.then((page) => page && keep(page.clone())));
  setTimeout(() => take(path, answer), renewalMs);
}

function take(path: string, answer = ahead.get(path)): Promise<Response | null> | undefined {
  if (ahead.get(path) === answer) ahead.delete(path);
  return answer;
}

/** Answers a kept page that asks for today's (index.html). */
export async function answerRenewal(path: string, later: Later): Promise<Response> {
  if (!ahead.has(path)) askAhead(path, later);
  return (await take(path)) ?? Response.error();
}

/** Whether a page was kept since then, epoch ms by this device's clock. */
export async function isKeptSince(path: string, moment: number): Promise<boolean> {
  const kept = await findKeptPage(path);
  return kept !== undefined && Number(kept.headers.get(keptAt)) >= moment;
}

/**
 * A page was opened inside the app without a load, or before the worker existed. Keeps it like a page that was loaded.
 * `path`: any path of the app, without query.
 */
export async function keepSeenPage(path: string): Promise<void> {
  if (pageAt(new URL(path, worker.location.origin)).by !== 'served' || (await isSwitchedOff())) return;
  const kept = await findKeptPage(path);
  if (!kept || ageOf(kept) > recentMs) await renewKeptPage(path);
}

async function takeIn(cache: Cache, path: string, answer: Response): Promise<void> {
  const entry = keptPageEntry(path, buildId);
  // `no-store`: the page is there, but is not for everybody any more.
  const isForAll = !/\bno-store\b/.test(answer.headers.get('cache-control') ?? '');
  if (answer.status === 404 || answer.status === 410 || !isForAll) {
    await cache.delete(entry);
    return;
  }
  if (!isStorable(`${path}.html`, answer)) return;
  const html = await answer.text();
  if (!isWholePage(html)) return;
  const page = () => keptPage(html, answer.headers);
  try {
    await cache.put(entry, page());
  } catch (error) {
    if (!(await makeRoom(error))) throw error;
    await (await caches.open(keptPagesCache)).put(entry, page());
  }
  await bound(cache);
}

/**
 * Whether this is a complete page of ours, with content. A page of another build names scripts that we do not keep; the
 * login page of a Wi-Fi names none (offline.md 3.14, 3.35).
 */
function isWholePage(html: string): boolean {
  return isOfThisBuild(html) && html.trimEnd().endsWith('</html>') && !html.includes(emptyRoot);
}

/** The page as it is stored, marked as a copy. The policy header stays, because the scripts are the same. */
function keptPage(html: string, given: Headers): Response {
  const headers = new Headers(given);
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name);
  const body = new TextEncoder().encode(html.replace('<html', () => `<html ${keptMark}=""`));
  headers.set(keptAt, String(Date.now()));
  headers.set(keptSize, String(body.byteLength));
  return new Response(body, { headers });
}

/** Deletes the oldest pages when there are too many, or when they use too much space. */
async function bound(cache: Cache): Promise<void> {
  const pages = await Promise.all(
    (await cache.keys()).map(async (key) => {
      const headers = (await cache.match(key, { ignoreVary: true }))?.headers;
      return { key, at: Number(headers?.get(keptAt)), size: Number(headers?.get(keptSize)) };
    }),
  );
  for (const { key } of surplusOf(pages)) await cache.delete(key);
}
