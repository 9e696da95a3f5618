/**
 * Dates, durations and sizes for screens, in Japanese and in the device's time zone. Every function is pure: the
 * current time is an argument (epoch ms).
 *
 * Without `Intl`: Japanese dates only need their parts in order. The first use of a calendar or number format makes the
 * browser load its tables, which takes a slow phone a tenth of a second.
 */

const dayMs = 86_400_000;
/** Japan is nine hours ahead of UTC all year. */
const japanMs = 9 * 3_600_000;
const weekdays = '日月火水木金土';

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function sameYear(one: Date, other: Date): boolean {
  return one.getFullYear() === other.getFullYear();
}

/** Whole calendar days from `now` to `time` on this device: 0 today, 1 tomorrow, -1 yesterday. */
export function calendarDays(time: number, now: number): number {
  const midnight = (at: number) => {
    const date = new Date(at);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  };
  return Math.round((midnight(time) - midnight(now)) / dayMs);
}

/** `2026-11-21`, the local day a time falls on; for grouping. */
export function dayKey(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** `2026-11-21`, the date in Japan, wherever the device is. */
export function japanDay(time: number): string {
  return new Date(time + japanMs).toISOString().slice(0, 10);
}

/** 「2026年11月21日」 for `2026-11-21`. */
export function formatLongDay(isoDate: string): string {
  const [year, month, day] = isoDate.split('-').map(Number);
  return `${year}年${month}月${day}日`;
}

/** 「水」 for `2026-11-18`. */
export function formatWeekday(isoDate: string): string {
  return weekdays[new Date(`${isoDate}T00:00:00Z`).getUTCDay()] ?? '';
}

/** 「11月21日」, with the year when it is not this year. */
export function formatDay(time: number, now: number): string {
  const date = new Date(time);
  const monthDay = `${date.getMonth() + 1}月${date.getDate()}日`;
  return sameYear(date, new Date(now)) ? monthDay : `${date.getFullYear()}年${monthDay}`;
}

/** 「今日」「昨日」「11月18日(水)」: heading of a day group. */
export function formatDayGroup(time: number, now: number): string {
  const days = calendarDays(time, now);
  if (days === 0) return '今日';
  if (days === -1) return '昨日';
  return `${formatDay(time, now)}(${weekdays[new Date(time).getDay()]})`;
}

/** 「12:04」 */
export function formatTime(time: number): string {
  const date = new Date(time);
  return `${date.getHours()}:${two(date.getMinutes())}`;
}

/** 「12:04:09」 */
export function formatTimeWithSeconds(time: number): string {
  return `${formatTime(time)}:${two(new Date(time).getSeconds())}`;
}

/** 「今日 12:04」「昨日 9:15」「11月18日 12:04」 */
export function formatMoment(time: number, now: number): string {
  const days = calendarDays(time, now);
  const day = days === 0 ? '今日' : days === -1 ? '昨日' : formatDay(time, now);
  return `${day} ${formatTime(time)}`;
}

/** 「12:04時点の内容」, with the day when it was not today (product.md 2.0.2). */
export function formatFreshness(savedAt: number, now: number): string {
  const moment = calendarDays(savedAt, now) === 0 ? formatTime(savedAt) : formatMoment(savedAt, now);
  return `${moment}時点の内容`;
}

/** Length in seconds as 「8分」「1時間5分」; below a minute 「1分未満」, nothing for 0. */
export function formatDuration(seconds: number): string {
  if (!(seconds > 0)) return '';
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return '1分未満';
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${minutes}分`;
  return rest === 0 ? `${hours}時間` : `${hours}時間${rest}分`;
}

/** Minutes as 「45分」「2時間5分」; 0 is 「0分」. */
export function formatMinutes(minutes: number): string {
  return formatDuration(minutes * 60) || '0分';
}

/** A position in a video: seconds as `8:05` or `1:02:03`. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = two(whole % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** A position in a video in words, for screen readers: 「1分5秒」 */
export function formatClockWords(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const minutes = Math.floor(whole / 60);
  return minutes > 0 ? `${minutes}分${whole % 60}秒` : `${whole}秒`;
}

/** Bytes as 「34.2 MB」, one decimal below 100. */
export function formatBytes(bytes: number): string {
  const units = ['KB', 'MB', 'GB'] as const;
  let value = Math.max(0, bytes) / 1024;
  let unit: (typeof units)[number] = 'KB';
  for (const next of units.slice(1)) {
    if (value < 1000) break;
    value /= 1024;
    unit = next;
  }
  const digits = value < 100 && unit !== 'KB' ? 1 : 0;
  return `${value.toFixed(digits)} ${unit}`;
}

/** 「1,234」, to the nearest whole number. */
export function formatCount(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** 「1,234円」 */
export function formatYen(value: number): string {
  return `${formatCount(value)}円`;
}

/** Parses an ISO time; `null` if it is missing or unreadable. */
export function parseTime(iso: string | null | undefined): number | null {
  if (!iso) return null;
  const time = Date.parse(iso);
  return Number.isFinite(time) ? time : null;
}
