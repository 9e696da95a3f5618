import type * as z from 'zod/mini';
import type { Course } from '#contracts/course.ts';
import type { Bookmark, bookmarkPageSchema } from '#contracts/marks.ts';
import { type BookmarkRow, readRow, stored } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import type { StoredAnswer } from '#shared/lib/mirror/mirror.ts';
import { type PageView, pageKey, savePage } from '#shared/lib/mirror/pages.ts';
import { pruneList } from '#shared/lib/mirror/pruneList.ts';
import { isOlder, type SyncTimes } from '#shared/lib/mirror/sync.ts';
import { enqueue } from '#shared/lib/outbox/enqueue.ts';
import { intentTime } from '#shared/lib/time/intentTime.ts';
import { bookmarkEntity, bookmarkKind, bookmarkPath, overlayBookmarks, pendingBookmarks } from './model.ts';

/**
 * Stores a page of bookmarks, in one transaction. Rows that an answer has written since the page was requested stay.
 */
export async function saveBookmarkPage(
  db: UserDb,
  query: string,
  page: z.output<typeof bookmarkPageSchema>,
  { startedAt, savedAt }: SyncTimes,
): Promise<void> {
  const ids = page.results.map((bookmark) => bookmark.course.id);
  await db.transaction('rw', db.pages, db.bookmarks, async () => {
    const old = await db.bookmarks.bulkGet(ids);
    const rows = page.results.filter((_, index) => isOlder(old[index], startedAt));
    await db.bookmarks.bulkPut(rows.map((bookmark) => bookmarkRow(bookmark, savedAt)));
    await savePage(db, { path: bookmarkPath, query, list: 'bookmark', ids, page, savedAt });
    await pruneList(
      db,
      { path: bookmarkPath, list: 'bookmark', first: '', query },
      {
        table: db.bookmarks,
        keys: () => db.bookmarks.toCollection().primaryKeys(),
        isOlder: (row) => isOlder(row, startedAt),
      },
    );
  });
}

/** Every set bookmark on the device, as the learner left it. */
export async function readAllBookmarks(db: UserDb): Promise<Bookmark[]> {
  const rows = await db.bookmarks.toArray();
  const pending = pendingBookmarks(await db.outbox.where('kind').equals(bookmarkKind).sortBy('seq'));
  const known = rows.flatMap((row) => readRow(row) ?? []);
  const all = overlayBookmarks(known, pending, new Set(rows.map(({ course }) => course)));
  return all.filter((bookmark) => bookmark.is_check);
}

/** A stored page merged with the learner's waiting changes; `null` when it is not on the device. */
export async function readBookmarkPage(
  db: UserDb,
  query: string,
): Promise<StoredAnswer<PageView<Bookmark>> | null> {
  const pending = pendingBookmarks(await db.outbox.where('kind').equals(bookmarkKind).sortBy('seq'));
  const page = await db.pages.get(pageKey(bookmarkPath, query));
  const isFirst = query === '';
  if (!page && !(isFirst && pending.some((change) => change.isOn))) return null;
  const rows = await db.bookmarks.bulkGet(page?.ids ?? []);
  const listed = rows.flatMap((row) => readRow(row) ?? []);
  const anywhere = isFirst ? new Set(await db.bookmarks.toCollection().primaryKeys()) : 'not the first page';
  const items = overlayBookmarks(listed, pending, anywhere);
  const { count = 0, next = null, previous = null } = page ?? {};
  const data = { items, count: count + items.length - listed.length, next, previous };
  return { data, savedAt: page?.saved_at ?? null };
}

/** Whether a course is bookmarked, including the learner's waiting changes; `null`: neither device nor queue knows. */
export async function readBookmarkState(db: UserDb, courseId: string): Promise<StoredAnswer<boolean> | null> {
  const pending = pendingBookmarks(
    await db.outbox.where('entity').equals(bookmarkEntity(courseId)).sortBy('seq'),
  );
  const row = await db.bookmarks.get(courseId);
  const isOn = pending.at(-1)?.isOn ?? readRow(row)?.is_check;
  if (isOn !== undefined) return { data: isOn, savedAt: row?.saved_at ?? null };
  const page = await db.pages.get(bookmarkPath);
  return page ? { data: false, savedAt: page.saved_at } : null;
}

/** Ids of all bookmarked courses, including the learner's waiting changes. */
export async function readBookmarkedCourses(db: UserDb): Promise<ReadonlySet<string>> {
  const rows = await db.bookmarks.toArray();
  const on = new Set(rows.filter((row) => row.value.is_check).map((row) => row.course));
  for (const change of pendingBookmarks(await db.outbox.where('kind').equals(bookmarkKind).sortBy('seq'))) {
    if (change.isOn) on.add(change.courseId);
    else on.delete(change.courseId);
  }
  return on;
}

/** Puts the learner's change into the queue, from where the screen shows it. */
export async function putBookmarkIntent(
  db: UserDb,
  course: Course,
  inventory: string | null,
  isOn: boolean,
): Promise<void> {
  const row = await db.bookmarks.get(course.id);
  const isServerState = row ? row.value.is_check === isOn : !isOn;
  await enqueue(db, {
    kind: bookmarkKind,
    entity: bookmarkEntity(course.id),
    method: 'POST',
    path: bookmarkPath,
    body: { course: course.id, is_check: isOn, client_at: intentTime() },
    label: course.name,
    view: { course: { ...course, course_chapter: [] }, inventory },
    isServerState,
  });
}

/** The row of a bookmark, without its course's table of contents. `savedAt`: epoch ms. */
export function bookmarkRow(bookmark: Bookmark, savedAt: number): BookmarkRow {
  const value = { ...bookmark, course: { ...bookmark.course, course_chapter: [] } };
  return { ...stored(value, savedAt), course: bookmark.course.id };
}
