import { formatLongDay, formatWeekday, japanDay } from './format.ts';

/** Days and moments about money: in Japan's time on every device. Epoch ms in, Japanese out. */

const japanMs = 9 * 3_600_000;

/** `2027年4月12日(月)` */
export function dayInJapan(at: number): string {
  const day = japanDay(at);
  return `${formatLongDay(day)}(${formatWeekday(day)})`;
}

/** `23:59` */
export function clockInJapan(at: number): string {
  return new Date(at + japanMs).toISOString().slice(11, 16);
}

/** `2027年4月12日(月) 23:59` */
export function momentInJapan(at: number): string {
  return `${dayInJapan(at)} ${clockInJapan(at)}`;
}

/**
 * The end of a period. Midnight is written as 24:00 of the day before, because many people read 00:00 of the next day
 * as one day more.
 */
export function endInJapan(at: number): string {
  return clockInJapan(at) === '00:00' ? `${dayInJapan(at - 1)} 24:00` : momentInJapan(at);
}
