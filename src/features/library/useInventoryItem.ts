import type { Inventory } from '#contracts/inventory.ts';
import { type Mirror, useMirror } from '#shared/lib/mirror/mirror.ts';
import { lateSync } from './lateSync.ts';
import { readInventory } from './local.ts';
import { libraryKeys } from './model.ts';

/** One item of the library with the table of contents of its course: main resource of the lecture pages. */
export function useInventoryItem(id: string): Mirror<Inventory> {
  return useMirror({
    queryKey: libraryKeys.item(id),
    sync: async (db, signal) => (await lateSync()).syncInventory(db, id, signal),
    read: (db) => readInventory(db, id),
  });
}
