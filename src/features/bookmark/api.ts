import type * as z from 'zod/mini';
import { bookmarkPageSchema } from '#contracts/marks.ts';
import { getJson } from '#shared/lib/http/json.ts';
import { pageQuery } from '#shared/lib/mirror/pages.ts';
import type { FetchOptions } from '#shared/lib/mirror/sync.ts';
import { bookmarkPath } from './model.ts';

/**
 * GET /api/lms/bookmark/ with the query of a page. `slot`: a request replaces an earlier one of the same slot; requests
 * of other slots run in parallel (session.md 10.9).
 */
export function getBookmarkPage(
  query: string,
  slot: string,
  options: FetchOptions,
): Promise<z.output<typeof bookmarkPageSchema>> {
  return getJson(bookmarkPath, { query: pageQuery(query), schema: bookmarkPageSchema, slot, ...options });
}
