import { isUserDbOpen } from '#shared/lib/db/userDb.ts';
import { env } from '#shared/lib/env.ts';
import { authStorage } from '#shared/lib/session/storage.ts';
import { storedUser } from '#shared/lib/session/storedUser.ts';
import { writeMakingRoom } from '#shared/lib/storage/saving.ts';
import { addressHeader, type FirstScreen, firstScreenCache } from '#shared/lib/worker/firstScreen.ts';
import { shellCacheOf, shellPath } from '#shared/lib/worker/shellCache.ts';
import { type FirstPage, firstPage, headersOf } from './firstPage.ts';

/** The learner whose screens are stored, and the name of their database. */
export type Owner = { userId: string; db: { name: string } };

/** A larger screen is not stored, in characters: reading it would cost more than it saves. */
const largest = 400_000;

/**
 * Whether screens of this learner may be on the device now: their database is open, the stored session is theirs
 * (another tab may have ended it), and they did not ask to be forgotten when the browser closes.
 */
export function mayStore({ userId, db }: Owner): boolean {
  return isUserDbOpen(db) && authStorage.isLasting() && userId !== '' && storedUser.read()?.id === userId;
}

/** The page that the worker of this build keeps; without it no stored screen could start the app. */
export async function keptShell(): Promise<Response | undefined> {
  return caches.match(shellPath, { cacheName: shellCacheOf(env.buildId), ignoreVary: true });
}

/**
 * Stores a screen. The end of a session deletes the cache, but would miss anything written later. So nothing is written
 * once the database is closed, and a write that was under way at that moment is undone.
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
  const put = () => cache.put(entry, new Response(page, { headers }));
  if (mayStore(owner)) await writeMakingRoom(put, () => mayStore(owner));
  if (mayStore(owner)) return true;
  await caches.delete(firstScreenCache);
  return false;
}
