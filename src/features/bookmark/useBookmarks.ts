import type { Bookmark } from '#contracts/marks.ts';
import { type Mirror, useMirror } from '#shared/lib/mirror/mirror.ts';
import type { PageView } from '#shared/lib/mirror/pages.ts';
import { lateSync } from './lateSync.ts';
import { readBookmarkPage } from './local.ts';
import { bookmarkKeys } from './model.ts';

/**
 * One page of bookmarks. `query`: empty for the first page, or the `next` / `previous` of a page already shown. A
 * removed bookmark stays in its place with `is_check` false until the server's list no longer has it.
 */
export function useBookmarks(query = ''): Mirror<PageView<Bookmark>> {
  return useMirror({
    queryKey: bookmarkKeys.page(query),
    sync: async (db, signal) => (await lateSync()).syncBookmarkPage(db, query, signal),
    read: (db) => readBookmarkPage(db, query),
  });
}
