import { and, count, desc, eq, isNull, type SQL } from 'drizzle-orm';
import { laterIntent } from '#contracts/markRule.ts';
import type { Db, Tx } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import { users } from '../../db/schema/accounts.ts';
import { courses, lessons } from '../../db/schema/catalog.ts';
import { favorites } from '../../db/schema/learning.ts';
import { ApiError } from '../../errors.ts';

/** Most favorites of one user (product.md 3.4). */
export const favoriteLimit = 500;

const columns = {
  id: favorites.id,
  isOn: favorites.isOn,
  created: favorites.created,
  lesson: { id: lessons.id, name: lessons.name, duration: lessons.duration },
  course: { id: courses.id, name: courses.name, thumbnail: courses.thumbnail },
};

function selectFavorites(db: Db, where: SQL | undefined) {
  return db
    .select(columns)
    .from(favorites)
    .innerJoin(lessons, eq(lessons.id, favorites.lessonId))
    .innerJoin(courses, eq(courses.id, favorites.courseId))
    .where(where)
    .$dynamic();
}
export type FavoriteRow = Awaited<ReturnType<typeof selectFavorites>>[number];

/** One page of a user's favorites, newest first, of one course when given. Withdrawn lessons are left out. */
export async function pageOfFavorites(db: Db, userId: number, page: number, courseId: number | undefined) {
  const where = and(
    eq(favorites.userId, userId),
    favorites.isOn,
    isNull(lessons.withdrawn),
    courseId === undefined ? undefined : eq(favorites.courseId, courseId),
  );
  const totals = await db
    .select({ count: count() })
    .from(favorites)
    .innerJoin(lessons, eq(lessons.id, favorites.lessonId))
    .where(where);
  const { limit, offset } = pageSlice(page);
  const rows = await selectFavorites(db, where)
    .orderBy(desc(favorites.created), desc(favorites.id))
    .limit(limit)
    .offset(offset);
  return { count: totals[0]?.count ?? 0, rows };
}

/** One favorite of this user, on or off, or `null`. */
export async function findFavorite(db: Db, userId: number, by: { id: number } | { lessonId: number }) {
  const which = 'id' in by ? eq(favorites.id, by.id) : eq(favorites.lessonId, by.lessonId);
  const rows = await selectFavorites(db, and(eq(favorites.userId, userId), which)).limit(1);
  return rows[0] ?? null;
}

/** Locks against other writes of this user's favorites, so that two at once cannot exceed the limit together. */
async function requireRoom(tx: Tx, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const rows = await tx
    .select({ count: count() })
    .from(favorites)
    .where(and(eq(favorites.userId, userId), favorites.isOn));
  if ((rows[0]?.count ?? 0) < favoriteLimit) return;
  throw new ApiError(
    409,
    'limit',
    `お気に入りは${favoriteLimit}件までです。使わなくなったものを外してから、もう一度お試しください。`,
  );
}

/** A learner's intent about one lesson. */
export type FavoriteIntent = { userId: number; lessonId: number; courseId: number; isOn: boolean; at: Date };

/**
 * Sets a favorite as a whole state, off as a tombstone; an intent older than the stored one changes nothing
 * (contracts/markRule.ts). Throws 409 `limit`. Answers whether the row is new.
 */
export async function setFavorite(tx: Tx, intent: FavoriteIntent, now: Date): Promise<{ isNew: boolean }> {
  const { userId, lessonId, courseId, isOn, at } = intent;
  const own = and(eq(favorites.userId, userId), eq(favorites.lessonId, lessonId));
  const [before] = await tx.select().from(favorites).where(own);
  const wanted = { value: isOn, at: at.getTime() };
  const isLater = (row: typeof favorites.$inferSelect) =>
    laterIntent({ value: row.isOn, at: row.clientAt.getTime() }, wanted) === wanted;
  if (isOn && !before?.isOn && (!before || isLater(before))) await requireRoom(tx, userId);
  const state = { isOn, clientAt: at, modified: now };
  const made = await tx
    .insert(favorites)
    .values({ userId, lessonId, courseId, ...state, created: now })
    .onConflictDoNothing()
    .returning({ id: favorites.id });
  if (made.length > 0) return { isNew: true };
  const [row] = await tx.select().from(favorites).where(own).for('update');
  if (!row || !isLater(row)) return { isNew: false };
  const created = isOn && !row.isOn ? now : row.created;
  await tx
    .update(favorites)
    .set({ ...state, created })
    .where(own);
  return { isNew: false };
}
