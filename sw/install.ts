import { shellCacheName, tierOne } from './build.ts';
import { keepAll } from './keep.ts';

/**
 * Keeps tier one, all files or none: an incomplete app would start with a white page (offline.md 3.7, 3.9). The browser
 * repeats a failed install; files that are already kept are not fetched again.
 */
export async function install(): Promise<void> {
  const missing = await keepAll(await caches.open(shellCacheName), tierOne);
  if (missing.length > 0)
    throw new Error(`not installed, missing: ${missing.map(({ path }) => path).join(', ')}`);
}
