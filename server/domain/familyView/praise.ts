/** Which one thing of a week is praised (product.md 4.6). Pure. */
import type { z } from 'zod/mini';
import type { familyReportSchema } from '#contracts/familyView.ts';

type Report = z.input<typeof familyReportSchema>;
export type Praise = Report['praise'];

/** What there was in seven days. `unit`: name of a unit that was finished. */
export type Week = {
  minutes: number;
  minutesBefore: number;
  streak: number;
  studiedDays: number;
  lessonCount: number;
  unit: string | undefined;
};

/** So many days in a row, and minutes more than before, are worth a word. */
const [longStreak, muchMore] = [3, 10];

/** The most telling thing of a week: what was finished before what was kept up before what was begun. */
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
