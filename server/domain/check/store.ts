import { and, count, desc, eq, gt, isNull } from 'drizzle-orm';
import { laterIntent } from '#contracts/markRule.ts';
import type { Db, Tx } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import { lessons } from '../../db/schema/catalog.ts';
import { checks } from '../../db/schema/learning.ts';

export type CheckRow = typeof checks.$inferSelect;

/** One page of a user's checks, of one course when given, the last changed first. Withdrawn lessons are left out. */
export async function pageOfChecks(db: Db, userId: number, page: number, courseId: number | undefined) {
  const where = and(
    eq(checks.userId, userId),
    gt(checks.level, 0),
    isNull(lessons.withdrawn),
    courseId === undefined ? undefined : eq(checks.courseId, courseId),
  );
  const joined = eq(lessons.id, checks.lessonId);
  const totals = await db.select({ count: count() }).from(checks).innerJoin(lessons, joined).where(where);
  const { limit, offset } = pageSlice(page);
  const rows = await db
    .select({ check: checks })
    .from(checks)
    .innerJoin(lessons, joined)
    .where(where)
    .orderBy(desc(checks.modified), desc(checks.id))
    .limit(limit)
    .offset(offset);
  return { count: totals[0]?.count ?? 0, rows: rows.map((row) => row.check) };
}

/** A learner's intent about one lesson; level 0 removes. */
export type CheckIntent = { userId: number; lessonId: number; courseId: number; level: number; at: Date };

/**
 * Sets a check as a whole state, level 0 as a tombstone; an intent older than the stored one changes nothing
 * (contracts/markRule.ts). Answers the row as it stands now and whether it is new.
 */
export async function setCheck(
  tx: Tx,
  intent: CheckIntent,
  now: Date,
): Promise<{ row: CheckRow; isNew: boolean }> {
  const { userId, lessonId, courseId, level, at } = intent;
  const state = { level, clientAt: at, modified: now };
  const made = await tx
    .insert(checks)
    .values({ userId, lessonId, courseId, ...state, created: now })
    .onConflictDoNothing()
    .returning();
  if (made[0]) return { row: made[0], isNew: true };
  const own = and(eq(checks.userId, userId), eq(checks.lessonId, lessonId));
  const [row] = await tx.select().from(checks).where(own).for('update');
  if (!row) throw new Error('check vanished');
  const wanted = { value: level, at: at.getTime() };
  if (laterIntent({ value: row.level, at: row.clientAt.getTime() }, wanted) !== wanted) {
    return { row, isNew: false };
  }
  const changed = await tx.update(checks).set(state).where(own).returning();
  return { row: changed[0] ?? row, isNew: false };
}
