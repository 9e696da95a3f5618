import { bookmarkSchema } from '#contracts/marks.ts';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { bookmarkRow } from './local.ts';
import { bookmarkOf, bookmarkPath, pendingBookmarks } from './model.ts';

/** Stores the server's answer to a change, and updates the stored first page. */
export async function saveBookmarkAnswer(
  db: UserDb,
  row: OutboxRow,
  answer: unknown,
  savedAt: number,
): Promise<void> {
  const [change] = pendingBookmarks([row]);
  if (!change) return;
  const read = bookmarkSchema.safeParse(answer);
  // The server's answer counts, not our change: another device may have made a later one.
  const bookmark = read.success ? read.data : bookmarkOf(change);
  await db.bookmarks.put(bookmarkRow({ ...bookmark, course: change.view.course }, savedAt));
  const page = await db.pages.get(bookmarkPath);
  const isListed = (await db.pages.where('list').equals('bookmark').toArray()).some((listed) =>
    listed.ids.includes(change.courseId),
  );
  if (!page || !bookmark.is_check || isListed) return;
  await db.pages.put({ ...page, ids: [change.courseId, ...page.ids], count: page.count + 1 });
}
