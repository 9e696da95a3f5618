import { type Mirror, useMirror } from '#shared/lib/mirror/mirror.ts';
import { lateSync } from './lateSync.ts';
import { readInventoryPage } from './local.ts';
import { firstInventoryQuery, type InventoryView, libraryKeys } from './model.ts';

/** One page of the library. `query`: the first page's, or the `next` / `previous` of a page already shown. */
export function useInventoryPage(query: string = firstInventoryQuery): Mirror<InventoryView> {
  return useMirror({
    queryKey: libraryKeys.page(query),
    sync: async (db, signal, show) => (await lateSync()).syncInventoryPage(db, query, signal, show),
    read: (db) => readInventoryPage(db, query),
  });
}
