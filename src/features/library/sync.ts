import type { InventoryPage } from '#contracts/inventory.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import type { ShowAhead } from '#shared/lib/mirror/mirror.ts';
import { hasPage, linkToKeep, pageKey } from '#shared/lib/mirror/pages.ts';
import { syncAnswer } from '#shared/lib/mirror/sync.ts';
import { getInventory, getInventoryPage } from './api.ts';
import { forgetInventory, saveInventory, saveInventoryPage } from './local.ts';
import {
  firstInventoryQuery,
  type InventoryView,
  inventoryPath,
  libraryKeys,
  withoutContents,
} from './model.ts';

/** A page as it will be read from the device. */
function viewOf({ results, count, next, previous, complete_count }: InventoryPage): InventoryView {
  return {
    items: results.map((item) => ({ ...item, course: withoutContents(item.course) })),
    count,
    next: linkToKeep(next),
    previous: linkToKeep(previous),
    complete_count: complete_count ?? 0,
  };
}

/** Loads a page of the library onto the device. `show`: shows it before it is stored. */
export function syncInventoryPage(
  db: UserDb,
  query: string,
  signal: AbortSignal,
  show?: ShowAhead<InventoryView>,
): Promise<number> {
  return syncAnswer({
    signal,
    fetch: (options) => getInventoryPage(query, options),
    save: (page, times) => {
      show?.({ data: viewOf(page), savedAt: times.savedAt });
      return saveInventoryPage(db, query, page, times);
    },
    forget: () => db.pages.delete(pageKey(inventoryPath, query)),
    hasCopy: () => hasPage(db, inventoryPath, query),
  });
}

/** Loads one item of the library onto the device. */
export function syncInventory(db: UserDb, id: string, signal: AbortSignal): Promise<number> {
  return syncAnswer({
    signal,
    fetch: (options) => getInventory(id, options),
    save: (item, { savedAt }) => saveInventory(db, item, savedAt),
    forget: () => forgetInventory(db, id),
    hasCopy: async () => (await db.inventories.get(id)) !== undefined,
  });
}

/** What a session loads at its start (session.md 13.1). */
export const libraryAtStart = {
  queryKey: libraryKeys.page(firstInventoryQuery),
  sync: (db: UserDb, signal: AbortSignal) => syncInventoryPage(db, firstInventoryQuery, signal),
};
