/** Chooses the one thing of a week that is praised (product.md 4.6). Pure. */
import type { z } from 'zod/mini';
import type { familyReportSchema } from '#contracts/familyView.ts';

type Report = z.input<typeof familyReportSchema>;
export type Praise = Report['praise'];

/** What happened in seven days. `unit`: name of a unit that was finished. */
export type Week = {
  minutes: number;
  minutesBefore: number;
  streak: number;
  studiedDays: number;
  lessonCount: number;
  unit: string | undefined;
};

/** From how many days in a row, and from how many more minutes than before, the week is praised for it. */
const [longStreak, muchMore] = [3, 10];

/** The most important thing of a week: first what was finished, then what was kept up, then what was begun. */
export function praiseOf(week: Week): Praise {
  const { minutes, minutesBefore, streak, studiedDays, lessonCount, unit } = week;
  if (unit !== undefined) return { kind: 'unit', value: 1, name: unit };
  if (streak >= longStreak) return { kind: 'streak', value: streak, name: '' };
  if (minutesBefore > 0 && minutes - minutesBefore >= muchMore)
    return { kind: 'more', value: minutes - minutesBefore, name: '' };
  if (minutes > 0 && minutesBefore === 0) return { kind: 'begun', value: minutes, name: '' };
  if (lessonCount > 0) return { kind: 'lessons', value: lessonCount, name: '' };
  return studiedDays > 0 ? { kind: 'days', value: studiedDays, name: '' } : null;
}
