import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { courses, lessons, units } from '../../db/schema/catalog.ts';
import { watchHistories } from '../../db/schema/learning.ts';
import { loadLessons } from '../course/load.ts';
import { loadMarks } from '../course/marks.ts';
import { isAlive } from '../watchhistory/rows.ts';

/**
 * Lessons first seen to their end since a day in Japan, last first; lessons that were only watched again are left out.
 */
export async function finishedSince(db: Db, userId: number, day: string) {
  return db
    .select({
      name: lessons.name,
      course: courses.name,
      courseId: courses.id,
      unitId: lessons.unitId,
      unit: units.name,
      completedAt: sql<Date>`${watchHistories.completedAt}`.mapWith(watchHistories.completedAt),
    })
    .from(watchHistories)
    .innerJoin(lessons, eq(lessons.id, watchHistories.lessonId))
    .innerJoin(courses, eq(courses.id, watchHistories.courseId))
    .innerJoin(units, eq(units.id, lessons.unitId))
    .where(
      and(
        eq(watchHistories.userId, userId),
        isAlive,
        gte(watchHistories.completedAt, new Date(`${day}T00:00:00+09:00`)),
        isNull(lessons.withdrawn),
      ),
    )
    .orderBy(desc(watchHistories.completedAt), desc(watchHistories.id));
}

type Finished = Awaited<ReturnType<typeof finishedSince>>;

/** Units of these lessons in which no lesson is left. */
export async function finishedUnits(
  db: Db,
  userId: number,
  finished: Finished,
): Promise<{ name: string; course: string }[]> {
  const courseIds = [...new Set(finished.map((lesson) => lesson.courseId))];
  if (courseIds.length === 0) return [];
  const { watches } = await loadMarks(db, userId, courseIds);
  const left = new Set(
    (await loadLessons(db, courseIds))
      .filter((lesson) => !watches.get(lesson.id)?.isCompleted)
      .map((lesson) => lesson.unitId),
  );
  const done = finished.filter(({ unitId }) => !left.has(unitId));
  const first = [...Map.groupBy(done, ({ unitId }) => unitId).values()].flatMap(([lesson]) => lesson ?? []);
  return first.map(({ unit, course }) => ({ name: unit, course }));
}
