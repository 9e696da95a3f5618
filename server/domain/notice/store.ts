import { and, count, desc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import { noticeReads, notices } from '../../db/schema/notices.ts';

/** The reader: `null` is a guest, who sees only public notices and has no read state. */
export type Reader = { userId: number | null; now: Date };

/** Published, and for this reader: a notice for one person is visible to that person alone. */
function published({ now, userId }: Reader): SQL | undefined {
  const isForAll = isNull(notices.userId);
  const isFor = userId === null ? isForAll : or(isForAll, eq(notices.userId, userId));
  return and(lte(notices.published, now), isFor);
}

function visible(reader: Reader): SQL | undefined {
  return and(published(reader), reader.userId === null ? eq(notices.audience, 'public') : undefined);
}

function selectNotices(db: Db, { userId }: Reader, where: SQL | undefined) {
  return db
    .select({ notice: notices, readAt: noticeReads.readAt })
    .from(notices)
    .leftJoin(noticeReads, and(eq(noticeReads.noticeId, notices.id), eq(noticeReads.userId, userId ?? 0)))
    .where(where)
    .$dynamic();
}
export type NoticeRow = Awaited<ReturnType<typeof selectNotices>>[number];

/** One page of notices for a reader: pinned first, then the newest; of one category when given. */
export async function pageOfNotices(db: Db, reader: Reader, page: number, category: string | undefined) {
  const where = and(visible(reader), category === undefined ? undefined : eq(notices.category, category));
  const totals = await db.select({ count: count() }).from(notices).where(where);
  const { limit, offset } = pageSlice(page);
  const rows = await selectNotices(db, reader, where)
    .orderBy(desc(notices.isPinned), desc(notices.published), desc(notices.id))
    .limit(limit)
    .offset(offset);
  return { count: totals[0]?.count ?? 0, rows };
}

/** A published notice whatever its audience, or `null`. */
export async function findNotice(db: Db, reader: Reader, id: number): Promise<NoticeRow | null> {
  const rows = await selectNotices(db, reader, and(published(reader), eq(notices.id, id))).limit(1);
  return rows[0] ?? null;
}

/** How many notices a member has not read: `unread_count` of the user and the dashboard. */
export async function countUnread(db: Db, userId: number, now: Date): Promise<number> {
  const rows = await db
    .select({ count: sql<number>`count(*) filter (where ${noticeReads.readAt} is null)`.mapWith(Number) })
    .from(notices)
    .leftJoin(noticeReads, and(eq(noticeReads.noticeId, notices.id), eq(noticeReads.userId, userId)))
    .where(published({ userId, now }));
  return rows[0]?.count ?? 0;
}

/** Marks one notice as read; a repetition changes nothing. */
export async function markRead(tx: Tx, userId: number, noticeId: number, now: Date): Promise<void> {
  await tx.insert(noticeReads).values({ userId, noticeId, readAt: now }).onConflictDoNothing();
}

/** Marks every published notice as read. */
export async function markAllRead(tx: Tx, userId: number, now: Date): Promise<void> {
  const rows = await tx.select({ noticeId: notices.id }).from(notices).where(published({ userId, now }));
  if (rows.length === 0) return;
  await tx
    .insert(noticeReads)
    .values(rows.map(({ noticeId }) => ({ userId, noticeId, readAt: now })))
    .onConflictDoNothing();
}
