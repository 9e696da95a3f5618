import { keptPagesCache } from './keptPages.ts';

/**
 * Takes the kept public pages away: nobody sees what the one before has looked at, and a full storage loses first what
 * the network brings again (offline.md 3.52, 6.11). One by one: of a cache that somebody still has open only the name is
 * deleted, and a full storage stays full. Never rejects.
 *
 * @returns whether there were any, so that a write that found no room may be tried once more.
 */
export async function dropKeptPages(): Promise<boolean> {
  if (typeof caches === 'undefined') return false;
  try {
    if (!(await caches.has(keptPagesCache))) return false;
    const cache = await caches.open(keptPagesCache);
    for (const key of await cache.keys()) await cache.delete(key);
    return await caches.delete(keptPagesCache);
  } catch {
    return false;
  }
}
