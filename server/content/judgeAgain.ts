import { eq, inArray } from 'drizzle-orm';
import { completedRate, unionRanges, watchedRate } from '#contracts/watchRule.ts';
import type { Tx } from '../db/client.ts';
import { lessons } from '../db/schema/catalog.ts';
import { watchHistories } from '../db/schema/learning.ts';

/** Lengths of lessons by pack key, whole seconds; lessons that are not there yet are left out. */
export async function lengthsByKey(tx: Tx, keys: string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await tx
    .select({ key: lessons.key, duration: lessons.duration })
    .from(lessons)
    .where(inArray(lessons.key, keys));
  return new Map(rows.map(({ key, duration }) => [key, duration]));
}

/**
 * Judges again what was watched of lessons whose length has changed. If a video was said to be longer than it is,
 * learners who saw all of it have now completed it and need not watch it again. Completion is never taken back
 * (`watchRule.ts`).
 */
export async function judgeAgain(tx: Tx, lengths: ReadonlyMap<number, number>): Promise<void> {
  if (lengths.size === 0) return;
  const rows = await tx
    .select()
    .from(watchHistories)
    .where(inArray(watchHistories.lessonId, [...lengths.keys()]))
    .for('update');
  for (const row of rows) {
    const duration = lengths.get(row.lessonId) ?? 0;
    const rate = watchedRate(unionRanges(row.ranges, duration), duration);
    const isCompleted = row.isCompleted || rate >= completedRate;
    const completedAt = isCompleted ? (row.completedAt ?? row.watchedAt) : null;
    await tx
      .update(watchHistories)
      .set({ watchedRate: rate, isCompleted, completedAt, rev: row.rev + 1 })
      .where(eq(watchHistories.id, row.id));
  }
}
