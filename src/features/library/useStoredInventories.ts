import type { Inventory } from '#contracts/inventory.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/storage/useStored.ts';
import { readAllInventories } from './local.ts';

/**
 * Every item of the library that is on the device, without tables of contents, live; `undefined` while it is read.
 * For search, sorting and tabs, which no page of the server knows; asks the network for nothing.
 */
export function useStoredInventories(): Inventory[] | undefined {
  return useStored(() => readAllInventories(currentDb()).catch(() => []), []);
}
