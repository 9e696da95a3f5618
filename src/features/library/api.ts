import {
  type Inventory,
  type InventoryPage,
  inventoryPageSchema,
  inventorySchema,
} from '#contracts/inventory.ts';
import { getJson } from '#shared/lib/http/json.ts';
import { pageQuery } from '#shared/lib/mirror/pages.ts';
import type { FetchOptions } from '#shared/lib/mirror/sync.ts';
import { inventoryPath } from './model.ts';

/** GET /api/lms/inventory/ with the query of a page. */
export function getInventoryPage(query: string, options: FetchOptions): Promise<InventoryPage> {
  return getJson(inventoryPath, { query: pageQuery(query), schema: inventoryPageSchema, ...options });
}

/** GET /api/lms/inventory/{id}/ */
export function getInventory(id: string, options: FetchOptions): Promise<Inventory> {
  return getJson(`${inventoryPath}${encodeURIComponent(id)}/`, { schema: inventorySchema, ...options });
}
