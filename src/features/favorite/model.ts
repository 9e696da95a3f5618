import type { Favorite } from '#contracts/marks.ts';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';

/** Path of the favorites list (specification.md 7). */
export const favoritePath = '/api/lms/favorite/';
/** Kind of its outbox entries. */
export const favoriteKind = 'favorite';

/** The outbox entity of a lesson's favorite. */
export function favoriteEntity(lessonId: string): string {
  return `${favoriteKind}:${lessonId}`;
}

/** The lesson of a favorite, as lists show it. */
export type FavoriteLesson = Favorite['lesson'];
/** What a waiting change shows until the server has answered. */
export type FavoriteView = { lesson: FavoriteLesson; inventory: string | null };
/** A change that waits to be sent. */
export type PendingFavorite = { lessonId: string; isOn: boolean; view: FavoriteView; at: string };

/** The query of a list: all favorites, or those of a course (specification.md 7). */
export function favoriteQuery(courseId?: string): string {
  return courseId ? new URLSearchParams({ lesson__unit__chapter__course: courseId }).toString() : '';
}

/** The changes in the queue that still count, oldest first: refused ones do not. */
export function pendingFavorites(rows: OutboxRow[]): PendingFavorite[] {
  return rows
    .filter((row) => row.kind === favoriteKind && row.state !== 'refused')
    .map((row) => {
      const { lesson, is_favorite } = row.body as { lesson: string; is_favorite: boolean };
      return { lessonId: lesson, isOn: is_favorite, view: row.view as FavoriteView, at: row.client_at };
    });
}

/**
 * The list as the learner left it: the last waiting changes replace what the server listed; new favorites come first,
 * on the first page only.
 *
 * @param listedAnywhere lessons that are a favorite on any stored page: a change to one of them is not a new entry.
 */
export function overlayFavorites(
  listed: Favorite[],
  pending: PendingFavorite[],
  listedAnywhere: ReadonlySet<string> | 'not the first page',
): Favorite[] {
  const last = new Map(pending.map((change) => [change.lessonId, change]));
  const kept = listed.filter((favorite) => last.get(favorite.lesson.id)?.isOn !== false);
  if (listedAnywhere === 'not the first page') return kept;
  const added = [...last.values()].filter((change) => change.isOn && !listedAnywhere.has(change.lessonId));
  return [...added.reverse().map(favoriteOf), ...kept];
}

/** A favorite before the server has given it an id. */
export function favoriteOf(change: PendingFavorite): Favorite {
  const { lesson, inventory } = change.view;
  return { id: '', lesson, inventory, created: change.at };
}
