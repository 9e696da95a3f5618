import { and, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import {
  isSameWatch,
  mergeWatch,
  trustedTime,
  type WatchReport,
  type WatchState,
  watchedRate,
} from '#contracts/watchRule.ts';
import type { Db, Tx } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import { courses, lessons } from '../../db/schema/catalog.ts';
import { studyDays, watchHistories } from '../../db/schema/learning.ts';
import { isAlive } from './rows.ts';
import { japaneseDay, secondsStudied } from './studyTime.ts';

function selectWatches(db: Db, where: SQL | undefined) {
  return db
    .select({
      watch: watchHistories,
      lesson: { id: lessons.id, name: lessons.name, duration: lessons.duration, isFree: lessons.isFree },
      course: { id: courses.id, name: courses.name, thumbnail: courses.thumbnail },
    })
    .from(watchHistories)
    .innerJoin(lessons, eq(lessons.id, watchHistories.lessonId))
    .innerJoin(courses, eq(courses.id, watchHistories.courseId))
    .where(where)
    .$dynamic();
}
export type WatchRow = Awaited<ReturnType<typeof selectWatches>>[number];
/** The part of a history that is shown. */
export type ShownWatch = Omit<WatchRow, 'watch'> & {
  watch: Pick<
    WatchRow['watch'],
    'position' | 'ranges' | 'rate' | 'watchedRate' | 'isCompleted' | 'positionAt' | 'rev'
  >;
};

/** Histories of a user, last watched first, of one course when given. Withdrawn lessons are left out. */
export async function pageOfWatches(db: Db, userId: number, page: number, courseId: number | undefined) {
  const where = and(
    eq(watchHistories.userId, userId),
    isAlive,
    isNull(lessons.withdrawn),
    courseId === undefined ? undefined : eq(watchHistories.courseId, courseId),
  );
  const totals = await db
    .select({ count: count() })
    .from(watchHistories)
    .innerJoin(lessons, eq(lessons.id, watchHistories.lessonId))
    .where(where);
  const { limit, offset } = pageSlice(page);
  const rows = await selectWatches(db, where)
    .orderBy(desc(watchHistories.watchedAt), desc(watchHistories.id))
    .limit(limit)
    .offset(offset);
  return { count: totals[0]?.count ?? 0, rows };
}

/** The user's history of one lesson, also a deleted one, or `null`. */
export async function findWatch(db: Db, userId: number, lessonId: number): Promise<WatchRow | null> {
  const where = and(eq(watchHistories.userId, userId), eq(watchHistories.lessonId, lessonId));
  return (await selectWatches(db, where).limit(1))[0] ?? null;
}

function stateOf(row: typeof watchHistories.$inferSelect): WatchState {
  return {
    position: row.position,
    positionAt: row.positionAt.getTime(),
    positionRestart: row.positionRestart,
    ranges: row.ranges,
    rate: row.rate,
    deviceId: row.deviceId,
    watchedAt: row.watchedAt.getTime(),
    isCompleted: row.isCompleted,
  };
}

function columnsOf(state: WatchState, duration: number, rev: number) {
  return {
    ...state,
    positionAt: new Date(state.positionAt),
    watchedAt: new Date(state.watchedAt),
    watchedRate: watchedRate(state.ranges, duration),
    rev,
  };
}

/** When the lesson was first seen to its end: the report that completes it sets this time, later ones do not. */
function completionOf(merged: WatchState, row: typeof watchHistories.$inferSelect): Date | null {
  return merged.isCompleted ? (row.completedAt ?? new Date(merged.watchedAt)) : null;
}

async function addStudyTime(tx: Tx, userId: number, day: string, seconds: number): Promise<void> {
  await tx
    .insert(studyDays)
    .values({ userId, day, seconds })
    .onConflictDoUpdate({
      target: [studyDays.userId, studyDays.day],
      set: { seconds: sql`${studyDays.seconds} + excluded.seconds` },
    });
}

/**
 * The row of one lesson, locked. An empty row is made when there is none, so that two first reports wait for each
 * other.
 */
async function lockRow(tx: Tx, userId: number, lesson: { id: number; courseId: number }) {
  const epoch = new Date(0);
  const empty = {
    position: 0,
    positionAt: epoch,
    positionRestart: false,
    ranges: [],
    rate: 1,
    watchedRate: 0,
    isCompleted: false,
    watchedAt: epoch,
    rev: 0,
    clearedAt: epoch,
  };
  await tx
    .insert(watchHistories)
    .values({ userId, lessonId: lesson.id, courseId: lesson.courseId, ...empty })
    .onConflictDoNothing();
  const rows = await tx
    .select()
    .from(watchHistories)
    .where(and(eq(watchHistories.userId, userId), eq(watchHistories.lessonId, lesson.id)))
    .for('update');
  if (!rows[0]) throw new Error('watch history vanished');
  return rows[0];
}

/**
 * Merges a device's report into the stored history (product.md 3.9.6) and adds the study time of the day. A report
 * from before the learner deleted the history changes nothing.
 */
export async function saveWatch(
  tx: Tx,
  userId: number,
  lesson: { id: number; courseId: number; duration: number },
  report: WatchReport,
  now: number,
): Promise<void> {
  const row = await lockRow(tx, userId, lesson);
  const cleared = row.clearedAt?.getTime() ?? 0;
  if (trustedTime(report.clientAt, now) <= cleared) return;
  const stored = row.watchedAt.getTime() > cleared ? stateOf(row) : null;
  const merged = mergeWatch(stored, report, { duration: lesson.duration, now });
  if (stored && isSameWatch(stored, merged)) return;
  await tx
    .update(watchHistories)
    .set({ ...columnsOf(merged, lesson.duration, row.rev + 1), completedAt: completionOf(merged, row) })
    .where(eq(watchHistories.id, row.id));
  const studied = secondsStudied(stored, merged);
  if (studied > 0) await addStudyTime(tx, userId, japaneseDay(trustedTime(report.clientAt, now)), studied);
}

/**
 * Deletes the history of one lesson, or of all: rows become empty tombstones. Study days stay, and so does the time at
 * which a lesson was last watched: whether an order may be given back hangs on it (money.md 4.13), and deleting is not
 * watching.
 */
export async function clearWatches(
  tx: Tx,
  userId: number,
  lessonId: number | null,
  now: Date,
): Promise<void> {
  const where = lessonId === null ? undefined : eq(watchHistories.lessonId, lessonId);
  await tx
    .update(watchHistories)
    .set({
      position: 0,
      positionAt: now,
      positionRestart: false,
      ranges: [],
      watchedRate: 0,
      isCompleted: false,
      completedAt: null,
      // A device's clock may have been ahead; what is deleted now was watched before.
      watchedAt: sql`least(${watchHistories.watchedAt}, ${now.toISOString()}::timestamptz)`,
      clearedAt: now,
      rev: sql`${watchHistories.rev} + 1`,
    })
    .where(and(eq(watchHistories.userId, userId), where));
}
