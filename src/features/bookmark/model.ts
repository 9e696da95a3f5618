import type { Course } from '#contracts/course.ts';
import type { Bookmark } from '#contracts/marks.ts';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';

/** Path of the bookmark list (specification.md 7). */
export const bookmarkPath = '/api/lms/bookmark/';
/** Kind of its outbox entries. */
export const bookmarkKind = 'bookmark';

/** The outbox entity of a course's bookmark. */
export function bookmarkEntity(courseId: string): string {
  return `${bookmarkKind}:${courseId}`;
}

/** Query keys of this feature. */
export const bookmarkKeys = {
  page: (query: string) => ['bookmark', 'page', query] as const,
  all: ['bookmark', 'all'] as const,
};

/** What a waiting change shows until the server has answered. */
export type BookmarkView = { course: Course; inventory: string | null };
/** A change that waits to be sent. */
export type PendingBookmark = { courseId: string; isOn: boolean; view: BookmarkView; at: string };

/** The changes in the queue that still count, oldest first: refused ones do not. */
export function pendingBookmarks(rows: OutboxRow[]): PendingBookmark[] {
  return rows
    .filter((row) => row.kind === bookmarkKind && row.state !== 'refused')
    .map((row) => {
      const { course, is_check } = row.body as { course: string; is_check: boolean };
      return { courseId: course, isOn: is_check, view: row.view as BookmarkView, at: row.client_at };
    });
}

/**
 * The list as the learner left it: the last waiting changes replace what the server listed. A removed bookmark stays in
 * its place with `is_check` off, so that it can be restored; new ones come first, on the first page only.
 *
 * @param listedAnywhere courses with a bookmark on any stored page: a change to one of them is not a new entry.
 */
export function overlayBookmarks(
  listed: Bookmark[],
  pending: PendingBookmark[],
  listedAnywhere: ReadonlySet<string> | 'not the first page',
): Bookmark[] {
  const last = new Map(pending.map((change) => [change.courseId, change]));
  const kept = listed.map((bookmark) => {
    const change = last.get(bookmark.course.id);
    return change ? { ...bookmark, is_check: change.isOn } : bookmark;
  });
  if (listedAnywhere === 'not the first page') return kept;
  const added = [...last.values()].filter((change) => change.isOn && !listedAnywhere.has(change.courseId));
  return [...added.reverse().map(bookmarkOf), ...kept];
}

/** A bookmark before the server has given it an id. */
export function bookmarkOf(change: PendingBookmark): Bookmark {
  const { course, inventory } = change.view;
  return { id: '', course, is_check: change.isOn, inventory, created: change.at };
}
