import { dropDraftsOf } from '#shared/form/formDraft.ts';
import { hashedDbName, saltCopy } from '#shared/lib/db/dbName.ts';
import { sealedTables } from '#shared/lib/db/sealedTables.ts';
import { heardCache, reviewFilesCache } from '#shared/lib/exam/fileCaches.ts';
import { keyPrefix } from '#shared/lib/mirror/keep.ts';
import { dropTabCopies } from '#shared/lib/public/storedCopy.ts';
import type { SessionEnd } from '#shared/lib/session/core.ts';
import { keptPrefix } from '#shared/lib/shop/keptPrefix.ts';
import { firstScreenCache } from '#shared/lib/worker/firstScreen.ts';
import { keptCacheName, sessionCacheName } from '#shared/lib/worker/keptMedia.ts';
import { keptPagesCache } from '#shared/lib/worker/keptPages.ts';

/**
 * Forgets the learner whose session ended, using only browser APIs. It is the fallback if the chunk that does it
 * properly (memberEnd.ts) cannot be loaded, and has the same result. After a logout none of their data stays; after any
 * other end everything is deleted except unsent work and kept lessons. Earlier learners have only sealed tables left,
 * so all databases are emptied in the same way. Rejects when the browser refuses.
 */
export async function forgetByHand({ userId, reason }: SessionEnd): Promise<void> {
  dropTabCopies();
  if (reason === 'logout' && userId) dropDraftsOf(userId);
  const own = reason === 'logout' && userId ? await ownDbName(userId) : null;
  for (const key of Object.keys(localStorage))
    if (key.startsWith(keyPrefix) || key.startsWith(keptPrefix)) localStorage.removeItem(key);
  await globalThis.caches?.delete(firstScreenCache);
  await globalThis.caches?.delete(keptPagesCache);
  await globalThis.caches?.delete('media-v1');
  await globalThis.caches?.delete(reviewFilesCache);
  await globalThis.caches?.delete(heardCache);
  await globalThis.caches?.delete(sessionCacheName);
  if (own) {
    await globalThis.caches?.delete(keptCacheName(own));
    await settled(indexedDB.deleteDatabase(own));
  }
  const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('u_') ? [name] : []));
  for (const name of names) await emptyUnsealed(name);
}

async function ownDbName(userId: string): Promise<string | null> {
  const salt = localStorage.getItem(saltCopy);
  return salt && hashedDbName(salt, userId);
}

async function emptyUnsealed(name: string): Promise<void> {
  const db = await openThere(name);
  if (!db) return;
  const tables = Array.from(db.objectStoreNames).filter((table) => !sealedTables.includes(table));
  if (tables.length > 0) {
    const work = db.transaction(tables, 'readwrite');
    await Promise.all(tables.map((table) => settled(work.objectStore(table).clear())));
  }
  db.close();
}

/**
 * A database that another tab has just deleted must not be created again as an empty one: then it aborts the creation
 * and returns `null`.
 */
async function openThere(name: string): Promise<IDBDatabase | null> {
  const opening = indexedDB.open(name);
  let isNew = false;
  opening.onupgradeneeded = () => {
    isNew = true;
    opening.transaction?.abort();
  };
  return settled(opening).catch((error: unknown) => {
    if (isNew) return null;
    throw error;
  });
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
