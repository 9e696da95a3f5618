import { and, count, desc, eq } from 'drizzle-orm';
import { laterIntent } from '#contracts/markRule.ts';
import type { Db, Tx } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import { courses } from '../../db/schema/catalog.ts';
import { bookmarks } from '../../db/schema/learning.ts';
import { notFound } from '../../errors.ts';

export type BookmarkRow = typeof bookmarks.$inferSelect;

/** One page of a user's bookmarks: those that are on first, then by the last change. */
export async function pageOfBookmarks(db: Db, userId: number, page: number) {
  const totals = await db.select({ count: count() }).from(bookmarks).where(eq(bookmarks.userId, userId));
  const { limit, offset } = pageSlice(page);
  const rows = await db
    .select()
    .from(bookmarks)
    .where(eq(bookmarks.userId, userId))
    .orderBy(desc(bookmarks.isCheck), desc(bookmarks.clientAt), desc(bookmarks.id))
    .limit(limit)
    .offset(offset);
  return { count: totals[0]?.count ?? 0, rows };
}

/** Throws 404 when there is no such course. */
export async function requireCourse(tx: Tx, courseId: number | null): Promise<number> {
  const rows =
    courseId === null
      ? []
      : await tx.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId));
  if (!rows[0]) throw notFound('この講座は見つかりませんでした。');
  return rows[0].id;
}

/** One bookmark of this user, or `null`. */
export async function findBookmark(db: Db, userId: number, by: { id: number } | { courseId: number }) {
  const which = 'id' in by ? eq(bookmarks.id, by.id) : eq(bookmarks.courseId, by.courseId);
  const rows = await db
    .select()
    .from(bookmarks)
    .where(and(eq(bookmarks.userId, userId), which))
    .limit(1);
  return rows[0] ?? null;
}

/** A learner's intent about the bookmark of one course. */
export type BookmarkIntent = { userId: number; courseId: number; isCheck: boolean; at: Date };

/**
 * Sets a bookmark as a whole state; an intent older than the stored one changes nothing (contracts/markRule.ts). Answers the row as it stands now and whether it is new.
 */
export async function setBookmark(tx: Tx, intent: BookmarkIntent, now: Date) {
  const { userId, courseId, isCheck, at } = intent;
  const state = { isCheck, clientAt: at, modified: now };
  const made = await tx
    .insert(bookmarks)
    .values({ userId, courseId, ...state, created: now })
    .onConflictDoNothing()
    .returning();
  if (made[0]) return { row: made[0], isNew: true };
  const own = and(eq(bookmarks.userId, userId), eq(bookmarks.courseId, courseId));
  const [row] = await tx.select().from(bookmarks).where(own).for('update');
  if (!row) throw new Error('bookmark vanished');
  const wanted = { value: isCheck, at: at.getTime() };
  if (laterIntent({ value: row.isCheck, at: row.clientAt.getTime() }, wanted) !== wanted) {
    return { row, isNew: false };
  }
  const changed = await tx.update(bookmarks).set(state).where(own).returning();
  return { row: changed[0] ?? row, isNew: false };
}
