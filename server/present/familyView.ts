import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod/mini';
import type { familyReportSchema, familyViewSchema } from '#contracts/familyView.ts';
import type { Db } from '../db/client.ts';
import { type FamilyViewRow, users } from '../db/schema/accounts.ts';
import { courses, lessons, units } from '../db/schema/catalog.ts';
import { watchHistories } from '../db/schema/learning.ts';
import type { Deps } from '../deps.ts';
import { loadLessons } from '../domain/course/load.ts';
import { loadMarks } from '../domain/course/marks.ts';
import { studyDaysOf, weekLength } from '../domain/dashboard/query.ts';
import { praiseOf } from '../domain/familyView/praise.ts';
import { readRow, tokenOf } from '../domain/familyView/store.ts';
import { isAlive } from '../domain/watchhistory/rows.ts';
import { japaneseDay, lastDays, streakLength } from '../domain/watchhistory/studyTime.ts';
import { notFound } from '../errors.ts';

export type Report = z.input<typeof familyReportSchema>;

/** Finished lessons that are named; the others are counted. */
const mostNamed = 10;

/**
 * Lessons first seen to their end since a day in Japan, last first; lessons that were only watched again are left out.
 */
async function finishedSince(db: Db, userId: number, day: string) {
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
async function finishedUnits(
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

/** What a learner's family sees of the last seven days, today included. */
export async function reportOf(
  deps: Deps,
  user: { id: number; givenName: string },
  view: Pick<FamilyViewRow, 'comment' | 'commented' | 'expires'> | undefined,
): Promise<Report> {
  const now = deps.clock.now();
  const studied = await studyDaysOf(deps.db, user.id);
  const secondsOf = new Map(studied.map(({ day, seconds }) => [day, seconds]));
  const minutesOf = (dates: string[]) =>
    Math.round(dates.reduce((sum, date) => sum + (secondsOf.get(date) ?? 0), 0) / 60);
  const dates = lastDays(now, 2 * weekLength);
  const [before, week] = [dates.slice(0, weekLength), dates.slice(weekLength)];
  const finished = await finishedSince(deps.db, user.id, week[0] ?? japaneseDay(now));
  const units = await finishedUnits(deps.db, user.id, finished);
  const [minutes, minutesBefore] = [minutesOf(week), minutesOf(before)];
  const streak = streakLength(
    studied.map(({ day }) => day),
    now,
  );
  const studiedDays = week.filter((date) => (secondsOf.get(date) ?? 0) > 0).length;
  const lessonCount = finished.length;
  return {
    name: user.givenName,
    days: week.map((date) => ({ date, minutes: minutesOf([date]) })),
    minutes,
    minutes_before: minutesBefore,
    streak,
    lessons: {
      count: lessonCount,
      items: finished
        .slice(0, mostNamed)
        .map(({ name, course, completedAt }) => ({ name, course, day: japaneseDay(completedAt.getTime()) })),
    },
    units,
    praise: praiseOf({ minutes, minutesBefore, streak, studiedDays, lessonCount, unit: units[0]?.name }),
    comment: view?.comment ?? '',
    commented_at: view?.commented?.toISOString() ?? null,
    expires_at: view?.expires?.toISOString() ?? null,
  };
}

/** The link of a learner, when there is one, and what it shows. */
export async function readView(deps: Deps, userId: number): Promise<z.input<typeof familyViewSchema>> {
  const [user] = await deps.db.select().from(users).where(eq(users.id, userId)).limit(1);
  if (!user) throw notFound();
  const row = await readRow(deps.db, userId);
  return { link: row ? presentLink(deps, row) : null, report: await reportOf(deps, user, row) };
}

function presentLink(deps: Deps, row: FamilyViewRow) {
  return {
    url: `${deps.config.appUrl}/parent?view=${tokenOf(deps.keys, row.seed)}`,
    created: row.created.toISOString(),
    expires_at: row.expires.toISOString(),
    opened_at: row.opened?.toISOString() ?? null,
  };
}
