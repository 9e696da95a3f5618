import type * as z from 'zod/mini';
import { checkPageSchema } from '#contracts/marks.ts';
import { getJson } from '#shared/lib/http/json.ts';
import { pageQuery } from '#shared/lib/mirror/pages.ts';
import type { FetchOptions } from '#shared/lib/mirror/sync.ts';
import { checkPath } from './model.ts';

/** A page of checks as it is read. */
export type CheckPage = z.output<typeof checkPageSchema>;

/** GET /api/lms/check/ with the query of a page. `slot` as in session.md 10.9. */
export function getCheckPage(query: string, slot: string, options: FetchOptions): Promise<CheckPage> {
  return getJson(checkPath, { query: pageQuery(query), schema: checkPageSchema, slot, ...options });
}
