import { keptPagesCache } from '../worker/keptPages.ts';

/**
 * Takes the kept public pages away: nobody sees what the one before has looked at, and a full storage loses first what
 * the network brings again. Never rejects.
 *
 * @returns whether there were any, so that a write that found no room may be tried once more.
 */
export async function dropKeptPages(): Promise<boolean> {
  if (typeof caches === 'undefined') return false;
  return caches.delete(keptPagesCache).catch(() => false);
}
