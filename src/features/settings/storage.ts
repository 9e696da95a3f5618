import type { QueryClient } from '@tanstack/react-query';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { sealedTables } from '#shared/lib/db/sealedTables.ts';

/** How much this browser stores for the app, in bytes. */
export type StorageUse = { usage: number; quota: number };

/** Asks the browser how much is stored; `null` if it does not say (WebKitGTK, old Safari). */
export async function readStorageUse(): Promise<StorageUse | null> {
  try {
    const { usage, quota } = await navigator.storage.estimate();
    return usage === undefined || quota === undefined ? null : { usage, quota };
  } catch {
    return null;
  }
}

/** Whether the browser has promised not to clear the storage automatically; `null` if it does not say. */
export async function isStorageProtected(): Promise<boolean | null> {
  try {
    return await navigator.storage.persisted();
  } catch {
    return null;
  }
}

/**
 * Deletes copies that can be fetched again: stored lists and lessons, and the media cache. Kept lessons, and work that
 * the server does not have yet, stay. Screens then fetch their data anew.
 */
export async function clearSavedCopies(db: UserDb, client: QueryClient): Promise<void> {
  const tables = db.tables.filter((table) => !sealedTables.includes(table.name));
  await db.transaction('rw', tables, () => Promise.all(tables.map((table) => table.clear())));
  if (typeof caches !== 'undefined') {
    const names = (await caches.keys()).filter((name) => name.startsWith('media'));
    await Promise.all(names.map((name) => caches.delete(name)));
  }
  await client.invalidateQueries();
}
