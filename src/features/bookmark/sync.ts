import type { UserDb } from '#shared/lib/db/schema.ts';
import { hasPage, pageKey } from '#shared/lib/mirror/pages.ts';
import { syncAnswer } from '#shared/lib/mirror/sync.ts';
import type { OutboxKind } from '#shared/lib/outbox/kind.ts';
import { saveBookmarkAnswer } from './answer.ts';
import { getBookmarkPage } from './api.ts';
import { saveBookmarkPage } from './local.ts';
import { bookmarkKeys, bookmarkKind, bookmarkPath } from './model.ts';

/** More pages than anybody bookmarks; ends a list that never ends. */
const mostPages = 50;

/** Brings a page of bookmarks to the device. Lists of the same `slot` replace each other, others run side by side. */
export function syncBookmarkPage(db: UserDb, query: string, signal: AbortSignal, slot = ''): Promise<number> {
  return syncAnswer({
    signal,
    fetch: (options) => getBookmarkPage(query, slot, options),
    save: (page, times) => saveBookmarkPage(db, query, page, times),
    forget: () => db.pages.delete(pageKey(bookmarkPath, query)),
    // The ribbons of another list are a side load: they never lead away from it.
    hasCopy: async () => slot !== '' || hasPage(db, bookmarkPath, query),
  });
}

/** Brings every bookmark to the device, page by page: the ribbons of a list of courses. */
export async function syncAllBookmarks(db: UserDb, signal: AbortSignal): Promise<number> {
  let query: string | null = '';
  let savedAt = 0;
  for (let page = 0; query !== null && page < mostPages; page += 1) {
    savedAt = await syncBookmarkPage(db, query, signal, 'bookmark:all');
    query = (await db.pages.get(pageKey(bookmarkPath, query)))?.next ?? null;
  }
  return savedAt;
}

/** How bookmark changes end. */
export const bookmarkOutbox: OutboxKind = {
  kind: bookmarkKind,
  tables: ['bookmarks', 'pages'],
  answered: saveBookmarkAnswer,
  refreshes: () => [bookmarkKeys.page('')],
};
