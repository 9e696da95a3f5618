/**
 * Calendar days of Japan (money.md 2): nine hours ahead of UTC without summer time, so that plain arithmetic is exact.
 * A day is text of the form `YYYY-MM-DD`, a moment is epoch milliseconds. Nothing here asks for the zone of the
 * process; the day of a moment is `japaneseDay` of studyTime.ts. Pure.
 */

import { japanMs } from '../../times.ts';

/** A day in Japan, `YYYY-MM-DD`. */
export type Day = string;

/** One day in milliseconds; in Japan every day has this length. */
export const dayMs = 86_400_000;

const hourMs = 3_600_000;

/** Days from 1970-01-01 to `day`. Throws for a text that is no day, so that no date is invented. */
function dayNumber(day: Day): number {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || new Date(at).toISOString().slice(0, 10) !== day) {
    throw new RangeError(`no day: ${day}`);
  }
  return at / dayMs;
}

/** 00:00 in Japan of a day. */
export function startOfDay(day: Day): number {
  return dayNumber(day) * dayMs - japanMs;
}

/** A time of day in Japan, as in 09:00 of the charges and 23:59 of the slips. */
export function timeOfDay(day: Day, hour: number, minute = 0): number {
  return startOfDay(day) + hour * hourMs + minute * 60_000;
}

/** The day `count` days later, or earlier when it is negative. */
export function addDays(day: Day, count: number): Day {
  return new Date((dayNumber(day) + count) * dayMs).toISOString().slice(0, 10);
}

/** How many days `to` is after `from`; 0 for the same day, negative when it is before. */
export function daysBetween(from: Day, to: Day): number {
  return dayNumber(to) - dayNumber(from);
}

/** The day of the month of a day, 1 to 31. */
export function dayOfMonth(day: Day): number {
  return Number(day.slice(8));
}

/**
 * The same day of the month `count` months later, or the last day of that month when it has no such day.
 *
 * @param wanted the intended day of the month, when `day` itself was shortened by its month (money.md 5.9)
 */
export function addMonths(day: Day, count: number, wanted = dayOfMonth(day)): Day {
  dayNumber(day);
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  const [year, month] = [Math.floor(months / 12), months % 12];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(wanted, last))).toISOString().slice(0, 10);
}
