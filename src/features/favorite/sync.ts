import type { UserDb } from '#shared/lib/db/schema.ts';
import { hasPage, pageKey } from '#shared/lib/mirror/pages.ts';
import { syncAnswer } from '#shared/lib/mirror/sync.ts';
import type { OutboxKind } from '#shared/lib/outbox/kind.ts';
import { getFavoritePage } from './api.ts';
import { saveFavoriteAnswer, saveFavoritePage } from './local.ts';
import { type FavoriteView, favoriteKind, favoritePath, favoriteQuery } from './model.ts';

/** Upper limit of pages in case a list never ends: more than the 500 favorites a learner may have (product.md 3.4). */
const mostPages = 50;

/** Query keys of this feature. */
export const favoriteKeys = {
  page: (query: string, courseId = '') => ['favorite', 'page', courseId, query] as const,
  course: (courseId: string) => ['favorite', 'course', courseId] as const,
};

/** Loads a page of favorites onto the device. `courseId`: the course the list is filtered by, if any. */
export function syncFavoritePage(
  db: UserDb,
  query: string,
  courseId: string,
  signal: AbortSignal,
): Promise<number> {
  return syncAnswer({
    signal,
    fetch: (options) => getFavoritePage(query, `favorite:${courseId}`, options),
    save: (page, times) => saveFavoritePage(db, query, page, times, courseId),
    forget: () => db.pages.delete(pageKey(favoritePath, query)),
    hasCopy: () => hasPage(db, favoritePath, query),
  });
}

/** Loads every favorite of a course onto the device, page by page. */
export async function syncFavoritesOfCourse(
  db: UserDb,
  courseId: string,
  signal: AbortSignal,
): Promise<number> {
  let query: string | null = favoriteQuery(courseId);
  let savedAt = 0;
  for (let page = 0; query !== null && page < mostPages; page += 1) {
    savedAt = await syncFavoritePage(db, query, courseId, signal);
    query = (await db.pages.get(pageKey(favoritePath, query)))?.next ?? null;
  }
  return savedAt;
}

/** What a session loads at its start (session.md 13.1). */
export const favoritesAtStart = {
  queryKey: favoriteKeys.page(''),
  sync: (db: UserDb, signal: AbortSignal) => syncFavoritePage(db, '', '', signal),
};

/** How the outbox handles favorite changes. */
export const favoriteOutbox: OutboxKind = {
  kind: favoriteKind,
  tables: ['favorites', 'pages'],
  answered: saveFavoriteAnswer,
  refreshes: (row) => [
    favoriteKeys.page(''),
    favoriteKeys.course((row.view as FavoriteView).lesson.course.id),
  ],
};
