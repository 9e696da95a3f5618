import { and, count, desc, eq, isNull, max, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import { courses, lessons } from '../../db/schema/catalog.ts';
import { inventories, watchHistories } from '../../db/schema/learning.ts';
import { isAlive } from '../watchhistory/rows.ts';

/** Per course: when the user last watched it. */
function lastWatched(db: Db, userId: number) {
  return db
    .select({ courseId: watchHistories.courseId, at: max(watchHistories.watchedAt).as('at') })
    .from(watchHistories)
    .where(and(eq(watchHistories.userId, userId), isAlive))
    .groupBy(watchHistories.courseId)
    .as('last_watched');
}

/** Per course: how many of today's lessons the user has finished. */
function finishedLessons(db: Db, userId: number) {
  return db
    .select({ courseId: watchHistories.courseId, done: count().as('done') })
    .from(watchHistories)
    .innerJoin(lessons, eq(lessons.id, watchHistories.lessonId))
    .where(
      and(
        eq(watchHistories.userId, userId),
        eq(watchHistories.isCompleted, true),
        isNull(lessons.withdrawn),
        isAlive,
      ),
    )
    .groupBy(watchHistories.courseId)
    .as('finished');
}

/** One page of a user's items: newest purchase first, or last watched first (specification.md 7). */
export async function pageOfInventories(db: Db, userId: number, page: number, sortByWatch: boolean) {
  const { limit, offset } = pageSlice(page);
  const rows = db.select({ item: inventories }).from(inventories).$dynamic();
  if (!sortByWatch) {
    return rows
      .where(eq(inventories.userId, userId))
      .orderBy(desc(inventories.id))
      .limit(limit)
      .offset(offset);
  }
  const last = lastWatched(db, userId);
  return rows
    .leftJoin(last, eq(last.courseId, inventories.courseId))
    .where(eq(inventories.userId, userId))
    .orderBy(sql`${last.at} desc nulls last`, desc(inventories.id))
    .limit(limit)
    .offset(offset);
}

/** How many items a user has, and of how many of them every lesson is finished (`complete_count`). */
export async function countInventories(db: Db, userId: number): Promise<{ count: number; complete: number }> {
  const finished = finishedLessons(db, userId);
  const isComplete: SQL = sql`${courses.lessonCount} > 0 and ${finished.done} >= ${courses.lessonCount}`;
  const rows = await db
    .select({ count: count(), complete: sql<number>`(count(*) filter (where ${isComplete}))::int` })
    .from(inventories)
    .innerJoin(courses, eq(courses.id, inventories.courseId))
    .leftJoin(finished, eq(finished.courseId, inventories.courseId))
    .where(eq(inventories.userId, userId));
  return rows[0] ?? { count: 0, complete: 0 };
}

/** One item of this user, or `null`. */
export async function findInventory(db: Db, userId: number, id: number) {
  const rows = await db
    .select()
    .from(inventories)
    .where(and(eq(inventories.id, id), eq(inventories.userId, userId)))
    .limit(1);
  return rows[0] ?? null;
}
