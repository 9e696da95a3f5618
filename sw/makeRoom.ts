import { dropKeptPages } from '#shared/lib/worker/dropKeptPages.ts';

/**
 * A write to the device has failed. If the storage is full, kept public pages are deleted first (offline.md 3.52).
 *
 * @returns whether there is more room now, so that the write can be tried once more.
 */
export async function makeRoom(error: unknown): Promise<boolean> {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull && (await dropKeptPages());
}

/** Stores an answer. If the storage is full, room is made and it is tried once more. Throws if it is not stored. */
export async function putMakingRoom(cache: Cache, key: string, response: Response): Promise<void> {
  // A failed write has used the body up.
  const again = response.clone();
  try {
    await cache.put(key, response);
  } catch (error) {
    if (!(await makeRoom(error))) throw error;
    await cache.put(key, again);
  } finally {
    // An unread copy would hold the whole file in memory. Its end may wait for the other one's, so nobody waits for it.
    if (!again.bodyUsed) again.body?.cancel().catch(() => undefined);
  }
}
