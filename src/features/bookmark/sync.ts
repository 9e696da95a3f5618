import type { UserDb } from '#shared/lib/db/schema.ts';
import { hasPage, pageKey } from '#shared/lib/mirror/pages.ts';
import { syncAnswer } from '#shared/lib/mirror/sync.ts';
import type { OutboxKind } from '#shared/lib/outbox/kind.ts';
import { saveBookmarkAnswer } from './answer.ts';
import { getBookmarkPage } from './api.ts';
import { saveBookmarkPage } from './local.ts';
import { bookmarkKeys, bookmarkKind, bookmarkPath } from './model.ts';

/** Upper limit in case a list never ends: more pages than anybody bookmarks. */
const mostPages = 50;

/**
 * Loads a page of bookmarks onto the device. A request replaces an earlier one of the same `slot`; other slots run in
 * parallel.
 */
export function syncBookmarkPage(db: UserDb, query: string, signal: AbortSignal, slot = ''): Promise<number> {
  return syncAnswer({
    signal,
    fetch: (options) => getBookmarkPage(query, slot, options),
    save: (page, times) => saveBookmarkPage(db, query, page, times),
    forget: () => db.pages.delete(pageKey(bookmarkPath, query)),
    // Bookmark ribbons on another list are secondary: their failure never leads away from that list.
    hasCopy: async () => slot !== '' || hasPage(db, bookmarkPath, query),
  });
}

/** Loads every bookmark onto the device, page by page: for the ribbons on a list of courses. */
export async function syncAllBookmarks(db: UserDb, signal: AbortSignal): Promise<number> {
  let query: string | null = '';
  let savedAt = 0;
  for (let page = 0; query !== null && page < mostPages; page += 1) {
    savedAt = await syncBookmarkPage(db, query, signal, 'bookmark:all');
    query = (await db.pages.get(pageKey(bookmarkPath, query)))?.next ?? null;
  }
  return savedAt;
}

/** How the outbox handles bookmark changes. */
export const bookmarkOutbox: OutboxKind = {
  kind: bookmarkKind,
  tables: ['bookmarks', 'pages'],
  answered: saveBookmarkAnswer,
  refreshes: () => [bookmarkKeys.page('')],
};
