import { isUserDbOpen } from '#shared/lib/db/userDb.ts';
import { env } from '#shared/lib/env.ts';
import { authStorage } from '#shared/lib/session/storage.ts';
import { storedUser } from '#shared/lib/session/storedUser.ts';
import { addressHeader, type FirstScreen, firstScreenCache } from '#shared/lib/worker/firstScreen.ts';
import { shellCacheOf, shellPath } from '#shared/lib/worker/shellCache.ts';
import { type FirstPage, firstPage, headersOf } from './firstPage.ts';

/** The learner whose screens are stored, and the name of their database. */
export type Owner = { userId: string; db: { name: string } };

/** A screen larger than this is not stored, characters: reading it would cost more than it saves. */
const largest = 400_000;

/**
 * Whether screens of this learner may lie on the device now: their database is open, the session in storage is theirs
 * (another tab may have ended it), and they did not ask to be forgotten with the browser's end.
 */
export function mayStore({ userId, db }: Owner): boolean {
  return isUserDbOpen(db) && authStorage.isLasting() && userId !== '' && storedUser.read()?.id === userId;
}

/** The page that this build's worker keeps; without one no stored screen could start the app. */
export async function keptShell(): Promise<Response | undefined> {
  return caches.match(shellPath, { cacheName: shellCacheOf(env.buildId), ignoreVary: true });
}

/**
 * Stores a screen. The end of a session deletes the cache and would not see what is written after it: nothing is
 * written once the database is closed, and what was on its way at that moment is taken back.
 *
 * @returns whether it is stored.
 */
export async function storeScreen(
  { entry, address }: FirstScreen,
  owner: Owner,
  parts: Omit<FirstPage, 'owner'>,
): Promise<boolean> {
  const shell = await keptShell();
  const page = shell && firstPage(await shell.text(), { ...parts, owner: owner.userId });
  if (!page || page.length > largest || !mayStore(owner)) return false;
  const headers = headersOf(shell.headers);
  headers.set(addressHeader, address);
  const cache = await caches.open(firstScreenCache);
  if (mayStore(owner)) await cache.put(entry, new Response(page, { headers }));
  if (mayStore(owner)) return true;
  await caches.delete(firstScreenCache);
  return false;
}
