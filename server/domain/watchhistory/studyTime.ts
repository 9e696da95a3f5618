/** Study time by day, computed from watch reports (product.md 3.4 dashboard "week"). Pure. */
import { secondsSeen, type WatchState } from '#contracts/watchRule.ts';

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' });
const dayLength = 24 * 60 * 60_000;
/** Reports come every ten seconds; two with a longer gap than this are not one sitting. */
const sittingGap = 60_000;

/** The day in Japan of a moment, as `YYYY-MM-DD`. */
export function japaneseDay(at: number): string {
  return dayFormat.format(at);
}

/** The last `count` days in Japan up to `now`, oldest first. */
export function lastDays(now: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => japaneseDay(now - (count - 1 - i) * dayLength));
}

/**
 * Seconds of lesson that a report adds to the learner's day: what was seen for the first time. When a known part is
 * watched again: how far the position moved forward since the same device's last report.
 */
export function secondsStudied(before: WatchState | null, after: WatchState): number {
  if (!before) return secondsSeen(after.ranges);
  const grown = secondsSeen(after.ranges) - secondsSeen(before.ranges);
  const elapsed = after.positionAt - before.positionAt;
  const isSameSitting = after.deviceId === before.deviceId && elapsed > 0 && elapsed <= sittingGap;
  const most = (elapsed / 1000) * Math.max(1, after.rate);
  const forward = isSameSitting ? Math.min(Math.max(0, after.position - before.position), most) : 0;
  return Math.max(0, grown, forward);
}

/**
 * Days in a row with study, up to today; if today has none yet, up to yesterday. `days` are `YYYY-MM-DD`, newest first,
 * without duplicates.
 */
export function streakLength(days: string[], now: number): number {
  const today = japaneseDay(now);
  const start = days[0] === today ? now : now - dayLength;
  let length = 0;
  while (days[length] !== undefined && days[length] === japaneseDay(start - length * dayLength)) length += 1;
  return length;
}
