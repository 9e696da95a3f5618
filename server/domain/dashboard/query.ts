import { and, desc, eq, gt, isNull, max, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { courses } from '../../db/schema/catalog.ts';
import { inventories, studyDays, watchHistories } from '../../db/schema/learning.ts';
import { isAlive } from '../watchhistory/rows.ts';

/** Days told on the dashboard, today included. */
export const weekLength = 7;
/** More days in a row than this are told as this many. */
const longestStreak = 400;

/** The running courses of a user, last watched first, then the newest purchase. */
export async function runningCourses(db: Db, userId: number, now: Date, limit: number) {
  const watched = db
    .select({ courseId: watchHistories.courseId, at: max(watchHistories.watchedAt).as('at') })
    .from(watchHistories)
    .where(and(eq(watchHistories.userId, userId), isAlive))
    .groupBy(watchHistories.courseId)
    .as('watched');
  return db
    .select({ id: courses.id, name: courses.name, thumbnail: courses.thumbnail })
    .from(inventories)
    .innerJoin(courses, eq(courses.id, inventories.courseId))
    .leftJoin(watched, eq(watched.courseId, inventories.courseId))
    .where(
      and(eq(inventories.userId, userId), or(isNull(inventories.expireAt), gt(inventories.expireAt, now))),
    )
    .groupBy(courses.id, watched.at)
    .orderBy(sql`${watched.at} desc nulls last`, desc(max(inventories.id)))
    .limit(limit);
}

/** Study days of a user, newest first. */
export function studyDaysOf(db: Db, userId: number) {
  return db
    .select({ day: studyDays.day, seconds: studyDays.seconds })
    .from(studyDays)
    .where(eq(studyDays.userId, userId))
    .orderBy(desc(studyDays.day))
    .limit(longestStreak);
}
