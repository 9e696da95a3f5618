import type { UserDb } from '#shared/lib/db/schema.ts';
import { hasPage, pageKey } from '#shared/lib/mirror/pages.ts';
import { syncAnswer } from '#shared/lib/mirror/sync.ts';
import type { OutboxKind } from '#shared/lib/outbox/kind.ts';
import { getFavoritePage } from './api.ts';
import { saveFavoriteAnswer, saveFavoritePage } from './local.ts';
import { type FavoriteView, favoriteKind, favoritePath, favoriteQuery } from './model.ts';

/** More pages than the 500 favorites a learner may have (product.md 3.4); ends a list that never ends. */
const mostPages = 50;

/** Names of what this feature keeps up to date. */
export const favoriteKeys = {
  page: (query: string, courseId = '') => ['favorite', 'page', courseId, query] as const,
  course: (courseId: string) => ['favorite', 'course', courseId] as const,
};

/** Brings a page of favorites to the device. `courseId`: the course the list is filtered by, if any. */
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

/** Brings every favorite of a course to the device, page by page. */
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

/** How favorite changes end. */
export const favoriteOutbox: OutboxKind = {
  kind: favoriteKind,
  tables: ['favorites', 'pages'],
  answered: saveFavoriteAnswer,
  refreshes: (row) => [
    favoriteKeys.page(''),
    favoriteKeys.course((row.view as FavoriteView).lesson.course.id),
  ],
};
