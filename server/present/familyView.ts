import type { z } from 'zod/mini';
import type { familyReportSchema, familyViewSchema } from '#contracts/familyView.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import type { FamilyViewRow } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { studyDaysOf, weekLength } from '../domain/dashboard/query.ts';
import { finishedSince, finishedUnits } from '../domain/familyView/finished.ts';
import { praiseOf } from '../domain/familyView/praise.ts';
import { readRow, tokenOf } from '../domain/familyView/store.ts';
import { findUser } from '../domain/profile/store.ts';
import { japaneseDay, lastDays, streakLength } from '../domain/watchhistory/studyTime.ts';
import { notFound } from '../errors.ts';

export type Report = z.input<typeof familyReportSchema>;

/** Finished lessons that are named; the others are counted. */
const mostNamed = 10;

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
  const user = await findUser(deps.db, userId);
  if (!user) throw notFound();
  const row = await readRow(deps.db, userId);
  return { link: row ? presentLink(deps, row) : null, report: await reportOf(deps, user, row) };
}

function presentLink(deps: Deps, row: FamilyViewRow) {
  return {
    url: `${deps.config.appUrl}${paths.parent()}?view=${tokenOf(deps.keys, row.seed)}`,
    created: row.created.toISOString(),
    expires_at: row.expires.toISOString(),
    opened_at: row.opened?.toISOString() ?? null,
  };
}
