import { keptPagesCache } from './keptPages.ts';

/**
 * Deletes the kept public pages: nobody may see what the previous person viewed, and a full storage first gives up what
 * the network can deliver again (offline.md 3.52, 6.11). Pages are deleted one by one: deleting a cache that is still
 * open somewhere removes only its name and frees no space. Never rejects.
 *
 * @returns whether there were any, so that a failed write may be tried once more.
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
