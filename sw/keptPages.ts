import { keptMark, keptPageEntry, keptPagesCache } from '#shared/lib/worker/keptPages.ts';
import { askForPage } from './askForPage.ts';
import { buildId } from './build.ts';
import { isOfThisBuild } from './keep.ts';
import { isSwitchedOff } from './killSwitch.ts';
import { makeRoom } from './makeRoom.ts';
import { pageAt } from './pageAt.ts';
import { worker } from './scope.ts';
import { isStorable } from './storable.ts';
import { surplusOf } from './surplus.ts';

/** Older ones are not shown (offline.md 5.8), ms. */
const keptForMs = 7 * 24 * 60 * 60 * 1000;
/** A page that came this short a time ago is not fetched again because it is seen inside the app, ms. */
const recentMs = 10 * 60 * 1000;
/** How long a page that nobody waits for may take to begin, ms. */
const renewalMs = 10_000;

/** When a page came, epoch ms by this device's clock, and what it takes, bytes. */
const keptAt = 'X-Kept-At';
const keptSize = 'X-Kept-Size';

/** The place of a page that has no content yet: the app makes it in the browser, so it is no page to keep. */
const emptyRoot = '<div id="root"></div>';

/** The page of a served address as this device saw it last, by this build; not one that is too old to be shown. */
export async function findKeptPage(path: string): Promise<Response | undefined> {
  // Not by opening the cache: that would make an empty one again after a logout.
  const page = await caches
    .match(keptPageEntry(path, buildId), { cacheName: keptPagesCache, ignoreVary: true })
    .catch(() => undefined);
  return page && ageOf(page) < keptForMs ? page : undefined;
}

function ageOf(page: Response): number {
  return Date.now() - Number(page.headers.get(keptAt));
}

/** Takes one page away. */
export async function dropKeptPage(path: string): Promise<void> {
  if (await caches.has(keptPagesCache))
    await (await caches.open(keptPagesCache)).delete(keptPageEntry(path, buildId));
}

/** Keeps an answer to an address, or what it says: a page that is not there any more goes. Never rejects. */
export type Keep = (answer: Response) => Promise<void>;

/**
 * Makes ready to keep an answer to a served address. Begun before the address is asked for: the cache that is open then
 * is gone for good when a logout deletes it meanwhile, so that what comes later cannot bring anything back.
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

/** Brings today's page for the next visit. What could not be had changes nothing. */
export async function renewKeptPage(path: string, keep = keeper(path)): Promise<void> {
  const answer = await askForPage(path, { patienceMs: renewalMs, credentials: 'omit' });
  if (answer) await keep(answer);
}

/**
 * A page was opened without a load, inside the app, or before there was a worker: it is kept like one that was loaded.
 * `path`: any of the app's, without query.
 */
export async function keepSeenPage(path: string): Promise<void> {
  if (pageAt(new URL(path, worker.location.origin)).by !== 'served' || (await isSwitchedOff())) return;
  const kept = await findKeptPage(path);
  if (!kept || ageOf(kept) > recentMs) await renewKeptPage(path);
}

async function takeIn(cache: Cache, path: string, answer: Response): Promise<void> {
  const entry = keptPageEntry(path, buildId);
  if (answer.status === 404 || answer.status === 410) {
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
 * Whether this is a page of ours, to its end and with something in it. One of another build has scripts that are not
 * ours to keep; the login page of a Wi-Fi has none at all (offline.md 3.14, 3.35).
 */
function isWholePage(html: string): boolean {
  return isOfThisBuild(html) && html.trimEnd().endsWith('</html>') && !html.includes(emptyRoot);
}

/** The page as it is kept: it says of itself that it is a copy. The policy stays, the scripts are the same. */
function keptPage(html: string, given: Headers): Response {
  const headers = new Headers(given);
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name);
  const body = new TextEncoder().encode(html.replace('<html', () => `<html ${keptMark}=""`));
  headers.set(keptAt, String(Date.now()));
  headers.set(keptSize, String(body.byteLength));
  return new Response(body, { headers });
}

/** The ones that came longest ago go when there are too many, or when they take too much. */
async function bound(cache: Cache): Promise<void> {
  const pages = await Promise.all(
    (await cache.keys()).map(async (key) => {
      const headers = (await cache.match(key, { ignoreVary: true }))?.headers;
      return { key, at: Number(headers?.get(keptAt)), size: Number(headers?.get(keptSize)) };
    }),
  );
  for (const { key } of surplusOf(pages)) await cache.delete(key);
}
