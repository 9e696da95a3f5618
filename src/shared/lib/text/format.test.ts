import { describe, expect, test } from 'vitest';
import {
  calendarDays,
  dayKey,
  formatBytes,
  formatClock,
  formatClockWords,
  formatCount,
  formatDay,
  formatDayGroup,
  formatDuration,
  formatFreshness,
  formatLongDay,
  formatMinutes,
  formatMoment,
  formatTime,
  formatTimeWithSeconds,
  formatWeekday,
  formatYen,
  japanDay,
  parseTime,
} from './format.ts';

const at = (month: number, day: number, hour = 12, minute = 4, year = 2026) =>
  new Date(year, month - 1, day, hour, minute).getTime();
const now = at(11, 21, 18, 0);

describe('days', () => {
  test('count by the calendar, not by 24 hours', () => {
    expect(calendarDays(at(11, 21, 0, 1), now)).toBe(0);
    expect(calendarDays(at(11, 22, 0, 1), now)).toBe(1);
    expect(calendarDays(at(11, 20, 23, 59), now)).toBe(-1);
    expect(calendarDays(at(12, 21), now)).toBe(30);
  });

  test('are named', () => {
    expect(formatDayGroup(at(11, 21), now)).toBe('今日');
    expect(formatDayGroup(at(11, 20), now)).toBe('昨日');
    expect(formatDayGroup(at(11, 18), now)).toBe('11月18日(水)');
    expect(formatDay(at(3, 1, 0, 0, 2025), now)).toBe('2025年3月1日');
    expect(dayKey(at(3, 1))).toBe('2026-03-01');
  });

  test('are part of a moment', () => {
    expect(formatMoment(at(11, 21, 9, 5), now)).toBe('今日 9:05');
    expect(formatMoment(at(11, 20, 0, 0), now)).toBe('昨日 0:00');
    expect(formatMoment(at(1, 2), now)).toBe('1月2日 12:04');
  });
});

test('a day in Japan is another one than in London from three in the afternoon', () => {
  expect(japanDay(Date.parse('2026-12-31T14:59:59Z'))).toBe('2026-12-31');
  expect(japanDay(Date.parse('2026-12-31T15:00:00Z'))).toBe('2027-01-01');
  expect(formatLongDay('2027-01-01')).toBe('2027年1月1日');
  expect([formatWeekday('2027-01-01'), formatWeekday('2026-11-22')]).toEqual(['金', '日']);
});

test('a moment of saving has its seconds', () => {
  expect(formatTimeWithSeconds(new Date(2026, 10, 21, 9, 5, 7).getTime())).toBe('9:05:07');
});

test.each([0, 7, 999, 1000, 12_345, 1_234_567, -1500])('%i is written as the browser writes it', (count) => {
  expect(formatCount(count)).toBe(count.toLocaleString('ja-JP'));
});

test('money has its unit', () => {
  expect([formatYen(0), formatYen(299_999)]).toEqual(['0円', '299,999円']);
});

test.each([at(1, 1, 0, 0), at(2, 28, 23, 59), at(11, 23, 9, 5), at(12, 31, 12, 0)])(
  'the time %i is written as the browser writes it',
  (time) => {
    const written = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('ja-JP', options).format(time);
    const year = { year: 'numeric', month: 'long', day: 'numeric' } as const;
    expect(formatDay(time, now)).toBe(written({ month: 'long', day: 'numeric' }));
    expect(formatDay(time, at(1, 1, 0, 0, 2025))).toBe(written(year));
    expect(formatDayGroup(time, at(6, 1))).toContain(`(${written({ weekday: 'short' })})`);
    expect(formatTime(time)).toBe(written({ hour: 'numeric', minute: '2-digit', hourCycle: 'h23' }));
  },
);

test('freshness names the day only when it was not today', () => {
  expect(formatFreshness(at(11, 21), now)).toBe('12:04時点の内容');
  expect(formatFreshness(at(11, 20), now)).toBe('昨日 12:04時点の内容');
});

test.each([
  [0, ''],
  [-5, ''],
  [20, '1分未満'],
  [480, '8分'],
  [3600, '1時間'],
  [3900, '1時間5分'],
])('a duration of %s s is %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test('minutes of study say zero', () => {
  expect(formatMinutes(0)).toBe('0分');
  expect(formatMinutes(125)).toBe('2時間5分');
});

test.each([
  [0, '0:00'],
  [65.9, '1:05'],
  [3723, '1:02:03'],
  [-1, '0:00'],
])('a place of %s s is %s', (seconds, text) => {
  expect(formatClock(seconds)).toBe(text);
});

test('a place in words', () => {
  expect(formatClockWords(65)).toBe('1分5秒');
  expect(formatClockWords(9)).toBe('9秒');
});

test.each([
  [0, '0 KB'],
  [500 * 1024, '500 KB'],
  [34.24 * 1024 * 1024, '34.2 MB'],
  [250 * 1024 * 1024, '250 MB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
])('%s bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('an unreadable time is no time', () => {
  expect(parseTime(null)).toBeNull();
  expect(parseTime('soon')).toBeNull();
  expect(parseTime('2026-11-21T00:00:00Z')).toBe(Date.UTC(2026, 10, 21));
});
