import {
  addressHeader,
  firstScreenAt,
  firstScreenCache,
  hasFirstScreens,
} from '#shared/lib/worker/firstScreen.ts';
import { buildId } from './build.ts';

/**
 * The learner's stored screen of an address, made by this build (performance.md 4.2). The page itself checks whose
 * screen it is before it shows anything, because the worker cannot read cookies or localStorage.
 */
export async function findFirstScreen(url: URL): Promise<Response | undefined> {
  const wanted = hasFirstScreens ? firstScreenAt(url, buildId) : null;
  if (!wanted) return undefined;
  // Do not open the cache here: that would create it again, empty, after a logout.
  const kept = await caches.match(wanted.entry, { cacheName: firstScreenCache }).catch(() => undefined);
  return kept?.headers.get(addressHeader) === wanted.address ? kept : undefined;
}

/** Deletes every stored screen: their scripts may be gone, or they belong to another build. */
export async function dropFirstScreens(): Promise<void> {
  await caches.delete(firstScreenCache);
}
