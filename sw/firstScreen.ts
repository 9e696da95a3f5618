import {
  addressHeader,
  firstScreenAt,
  firstScreenCache,
  hasFirstScreens,
} from '#shared/lib/worker/firstScreen.ts';
import { buildId } from './build.ts';

/**
 * The learner's stored screen of an address, made by this build (performance.md 4.2). Whose it is, the page itself
 * asks before it shows anything: cookies and localStorage are out of the worker's reach.
 */
export async function findFirstScreen(url: URL): Promise<Response | undefined> {
  const wanted = hasFirstScreens ? firstScreenAt(url, buildId) : null;
  if (!wanted) return undefined;
  // Not by opening the cache: that would make an empty one again after a logout.
  const kept = await caches.match(wanted.entry, { cacheName: firstScreenCache }).catch(() => undefined);
  return kept?.headers.get(addressHeader) === wanted.address ? kept : undefined;
}

/** Drops every stored screen: their scripts may be gone, or what they show is another build's. */
export async function dropFirstScreens(): Promise<void> {
  await caches.delete(firstScreenCache);
}
