import { keptPagesCache } from './keptPages.ts';

/**
 * Gives the room of the kept public pages back (offline.md 3.52). One by one: of a cache that somebody still has open
 * only the name is deleted, and a full storage stays full. Never rejects.
 *
 * @returns whether there were any, so that a write that found no room may be tried once more.
 */
export async function emptyKeptPages(): Promise<boolean> {
  try {
    if (!(await caches.has(keptPagesCache))) return false;
    const cache = await caches.open(keptPagesCache);
    for (const key of await cache.keys()) await cache.delete(key);
    return await caches.delete(keptPagesCache);
  } catch {
    return false;
  }
}
