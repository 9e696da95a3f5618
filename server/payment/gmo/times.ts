/** Times of the gateway are digits of Japan's local time. */
import { japanMs } from '../../times.ts';

/** `yyyyMMddHHmmss`, or only a day together with the intended time. `null`: no valid time. */
export function readTime(digits: string | undefined, timeOfDay = '000000'): Date | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(
    digits?.length === 8 ? `${digits}${timeOfDay}` : (digits ?? ''),
  );
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts.map(Number);
  const time = Date.UTC(year as number, (month as number) - 1, day, hour, minute, second) - japanMs;
  return Number.isNaN(time) ? null : new Date(time);
}

/** The day in Japan, `yyyyMMdd`. */
export function dayInJapan(time: Date): string {
  return new Date(time.getTime() + japanMs).toISOString().slice(0, 10).replaceAll('-', '');
}
