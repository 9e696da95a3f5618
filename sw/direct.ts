import { builtFileAt } from '#shared/lib/pages/builtPages.ts';
import { directPages } from '#shared/lib/pages/pageTable.ts';
import { directCacheName, directPrefix, shellCacheName, tierOne } from './build.ts';
import { findOwn, keepAll } from './keep.ts';
import { putMakingRoom } from './makeRoom.ts';
import { worker } from './scope.ts';

/** The parts of the Static Routing API we use; TypeScript does not know them yet. */
type Route = {
  condition: { urlPattern: URLPattern; requestMode: 'navigate'; runningStatus: 'not-running' };
  source: { cacheName: string };
};
type RoutingEvent = ExtendableEvent & { addRoutes?: (routes: Route[]) => Promise<void> };

/**
 * Lets the browser answer these pages itself while the worker is not running: starting the worker first takes longer
 * than the page. The browser asks the network if the cache lacks a page, so only pages that the install has kept are
 * named: without a network there would be no page at all. Browsers without static routes start the worker as before.
 */
export function routeDirectPages(event: RoutingEvent): void {
  if (!event.addRoutes || typeof URLPattern !== 'function') return;
  const baseURL = worker.location.origin;
  const routes = directPages.map((pathname): Route => {
    const urlPattern = new URLPattern({ pathname, search: '', baseURL });
    const condition = { urlPattern, requestMode: 'navigate', runningStatus: 'not-running' } as const;
    return { condition, source: { cacheName: directCacheName } };
  });
  event.waitUntil(event.addRoutes(routes));
}

/**
 * Puts this build's pages where the browser looks for them: at their own addresses, for every kind of request. One that
 * was dropped because its files were nowhere to be had comes back as soon as the server has it again. Throws if the
 * device cannot store them.
 */
export async function keepDirectPages(): Promise<void> {
  const files = directPages.map((pathname) => ({ pathname, path: builtFileAt(pathname) ?? '' }));
  const listed = tierOne.filter(({ path }) => files.some((file) => file.path === path));
  await keepAll(await caches.open(shellCacheName), listed);
  const cache = await caches.open(directCacheName);
  for (const { pathname, path } of files) {
    const page = (await cache.match(pathname)) ? undefined : await findOwn(path);
    if (!page) continue;
    const headers = new Headers(page.headers);
    for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name);
    await putMakingRoom(cache, pathname, new Response(await page.blob(), { headers }));
  }
}

/** From now on the network answers these pages, in every build. */
export async function dropDirectPages(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(directPrefix)) await caches.delete(name);
}

/** The same for the page of one file of this build. */
export async function dropDirectPage(file: string): Promise<void> {
  for (const pathname of directPages) {
    if (builtFileAt(pathname) === file) await (await caches.open(directCacheName)).delete(pathname);
  }
}
