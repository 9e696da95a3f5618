import type { Inventory } from '#contracts/inventory.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import { readAllInventories } from './local.ts';

/**
 * Every item of the library on the device, without tables of contents, live; `undefined` while it is read. For search,
 * sorting and tabs, which the server's pages do not support; makes no network request.
 */
export function useStoredInventories(): Inventory[] | undefined {
  return useStored(() => readAllInventories(currentDb()).catch(() => []), []);
}
