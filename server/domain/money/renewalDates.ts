/**
 * The days of a subscription (money.md 4.15, 4.16, 5.9–5.12): days are days in Japan (`YYYY-MM-DD`), moments are epoch
 * milliseconds. A period runs from 00:00 of one due day to 00:00 of the next one, charges happen at 09:00. Pure.
 */
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { addDays, addMonths, type Day, startOfDay, timeOfDay } from './jstDate.ts';

export type RenewalInterval = 'month' | 'year';

/** Hour in Japan at which a due charge is made. */
const chargeHour = 9;

/** The day of the month on which a subscription is due: that of its first paid day. */
export function anchorDay(paidAt: number): number {
  return Number(japaneseDay(paidAt).slice(8));
}

/**
 * The due day `periods` after another one: the anchor day of that month, or its last day when the month has no such
 * day. It is always counted from the anchor, so that a short month has no lasting effect (money.md 5.9).
 */
export function renewalDay(due: Day, anchor: number, interval: RenewalInterval, periods = 1): Day {
  return addMonths(due, interval === 'year' ? 12 * periods : periods, anchor);
}

/** When the charge of a due day is made: 09:00. */
export function chargeAt(due: Day): number {
  return timeOfDay(due, chargeHour);
}

/** A period of a subscription: access from `from` until `until`, when also the next charge is due. */
export type Period = { dueOn: Day; nextDueOn: Day; from: number; until: number };

/**
 * The period that begins on a due day. Access continues past `until` while its charge is not decided (money.md 5.10). A
 * pause leaves this period out: no charge on `dueOn`, the next one on `nextDueOn`, the anchor stays (money.md 4.16).
 */
export function periodFrom(due: Day, anchor: number, interval: RenewalInterval): Period {
  const nextDueOn = renewalDay(due, anchor, interval);
  return { dueOn: due, nextDueOn, from: startOfDay(due), until: startOfDay(nextDueOn) };
}

/**
 * What a trial gives: free until 00:00 of `dueOn`. The first charge is at 09:00 of that day, which is also the anchor.
 */
export type Trial = { dueOn: Day; freeUntil: number; chargeAt: number; anchor: number };

/**
 * The trial that starts now: `days` full days after the day of the start. So it is never shorter than `days` × 24
 * hours, and it ends at midnight (money.md 5.10).
 */
export function trialFrom(startedAt: number, days = 7): Trial {
  const dueOn = addDays(japaneseDay(startedAt), days + 1);
  const freeUntil = startOfDay(dueOn);
  return { dueOn, freeUntil, chargeAt: chargeAt(dueOn), anchor: anchorDay(freeUntil) };
}

/**
 * The days on which a coming charge is announced: 7 days and 1 day before. A day before the start is left out, because
 * the mail of the start announces it (money.md 5.11).
 */
export function noticeDays(due: Day, startedOn: Day): Day[] {
  return [addDays(due, -7), addDays(due, -1)].filter((day) => day >= startedOn);
}

/** What follows a refused charge: retries, then no access, then the end. */
export type Dunning = { tries: number[]; suspendedAt: number; endedAt: number };

/**
 * Retries 1, 3, 5 and 7 days after the due day at 09:00; suspended from the 8th, ended from the 21st day
 * (money.md 5.12).
 */
export function dunningOf(due: Day): Dunning {
  return {
    tries: [1, 3, 5, 7].map((days) => chargeAt(addDays(due, days))),
    suspendedAt: startOfDay(addDays(due, 8)),
    endedAt: startOfDay(addDays(due, 21)),
  };
}
