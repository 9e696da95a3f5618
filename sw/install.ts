import { shellCacheName, tierOne } from './build.ts';
import { keepAll } from './keep.ts';

/**
 * Keeps tier one. All or nothing: a half kept app would start into a white page (offline.md 3.7, 3.9). The
 * browser tries a failed install again; what was kept by then is not fetched twice.
 */
export async function install(): Promise<void> {
  const missing = await keepAll(await caches.open(shellCacheName), tierOne);
  if (missing.length > 0)
    throw new Error(`not installed, missing: ${missing.map(({ path }) => path).join(', ')}`);
}
