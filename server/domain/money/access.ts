/** How long something bought may be used (money.md 5.8). Moments are epoch milliseconds. Pure. */
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { addDays, dayMs, startOfDay } from './jstDate.ts';

/** Days before the end from which the same thing may be bought again. */
export const buyAgainDays = 30;

/**
 * When access ends: at 00:00 in Japan, after the day of payment and `days` further full days, whatever the time of
 * payment. Bought again while it runs, the new days count from the old end, so that none is lost.
 *
 * @param oldEnd end of the access that the buyer has already, or `null`
 */
export function accessEnd(paidAt: number, days: number, oldEnd: number | null = null): number {
  if (oldEnd !== null && oldEnd > paidAt) return oldEnd + days * dayMs;
  return startOfDay(addDays(japaneseDay(paidAt), days + 1));
}

/** Whether somebody whose access ends at `end` may buy it now; `null`: they have no access. */
export function mayBuyAgain(end: number | null, now: number): boolean {
  return end === null || now >= end - buyAgainDays * dayMs;
}
