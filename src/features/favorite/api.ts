import type * as z from 'zod/mini';
import { favoritePageSchema } from '#contracts/marks.ts';
import { getJson } from '#shared/lib/http/json.ts';
import { pageQuery } from '#shared/lib/mirror/pages.ts';
import type { FetchOptions } from '#shared/lib/mirror/sync.ts';
import { favoritePath } from './model.ts';

/** A page of favorites as it is read. */
export type FavoritePage = z.output<typeof favoritePageSchema>;

/**
 * GET /api/lms/favorite/ with the query of a page. `slot`: a request replaces an earlier one of the same slot; requests
 * of other slots run in parallel (session.md 10.9).
 */
export function getFavoritePage(query: string, slot: string, options: FetchOptions): Promise<FavoritePage> {
  return getJson(favoritePath, {
    query: pageQuery(query),
    schema: favoritePageSchema,
    slot,
    ...options,
  });
}
