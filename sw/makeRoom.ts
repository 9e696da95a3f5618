import { dropKeptPages } from '#shared/lib/worker/dropKeptPages.ts';

/**
 * A write to the device has failed. When there was no room, kept public pages go first (offline.md 3.52).
 *
 * @returns whether there is more room now, so that it may be tried once more.
 */
export async function makeRoom(error: unknown): Promise<boolean> {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull && (await dropKeptPages());
}
