import * as z from 'zod/mini';
import { inventoryPageSchema, inventorySchema } from '#contracts/inventory.ts';
import { get, type Operation, optionalText, pageQuery } from '../../operation.ts';

/** The operations of `inventory/`, for the OpenAPI document. */
export const inventoryOperations: Operation[] = [
  get(
    '/api/lms/inventory/',
    '購入した講座',
    inventoryPageSchema,
    z.object({ ...pageQuery, sort_by_watchhistory: optionalText }),
  ),
  get('/api/lms/inventory/{id}/', '購入した講座1件', inventorySchema),
];
