import type { Favorite } from '#contracts/marks.ts';
import { type Mirror, useMirror } from '#shared/lib/mirror/mirror.ts';
import type { PageView } from '#shared/lib/mirror/pages.ts';
import { readFavoritePage } from './local.ts';
import { favoriteQuery } from './model.ts';
import { favoriteKeys, syncFavoritePage } from './sync.ts';

/**
 * One page of favorites, of all courses or of one. `query`: `null` for the first page, or the `next` / `previous` of a
 * page already shown.
 */
export function useFavorites(query: string | null = null, courseId = ''): Mirror<PageView<Favorite>> {
  const asked = query ?? favoriteQuery(courseId);
  return useMirror({
    queryKey: favoriteKeys.page(asked, courseId),
    sync: (db, signal) => syncFavoritePage(db, asked, courseId, signal),
    read: (db) => readFavoritePage(db, asked, courseId),
  });
}
