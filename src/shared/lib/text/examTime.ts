import { formatDay, formatMoment, japanDay } from './format.ts';

/**
 * Moments of an exam: in Japan's time on every device, and labelled where the device's own clock shows a different time
 * (exams.md 7, row 46). Epoch ms in, Japanese out.
 */

const japanMs = 9 * 3_600_000;
const label = '(日本時間)';

/** Whether the device's clock shows a different time than Japan's. */
function isElsewhere(at: number): boolean {
  return new Date(at).getTimezoneOffset() !== -japanMs / 60_000;
}

function dayOf(at: number, now: number): string {
  const [year = '', month, day] = japanDay(at).split('-');
  const monthDay = `${Number(month)}月${Number(day)}日`;
  return japanDay(now).startsWith(year) ? monthDay : `${year}年${monthDay}`;
}

function clockOf(at: number, signs: 16 | 19): string {
  return new Date(at + japanMs).toISOString().slice(11, signs).replace(/^0/, '');
}

/**
 * 「今日 12:04」「11月18日 12:04」. In another time zone 「11月18日 12:04(日本時間)」, because "today" may be a different day there.
 */
export function examMoment(at: number, now: number): string {
  return isElsewhere(at) ? `${dayOf(at, now)} ${clockOf(at, 16)}${label}` : formatMoment(at, now);
}

/** 「11月18日」, with the year when it is not this year. */
export function examDay(at: number, now: number): string {
  return isElsewhere(at) ? `${dayOf(at, now)}${label}` : formatDay(at, now);
}

/** 「12:03:20」 */
export function examClock(at: number): string {
  return clockOf(at, 19) + (isElsewhere(at) ? label : '');
}
