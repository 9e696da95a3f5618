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
