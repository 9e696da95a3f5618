import { describe, expect, test } from 'vitest';
import {
  calendarDays,
  dayKey,
  formatBytes,
  formatClock,
  formatClockWords,
  formatDay,
  formatDayGroup,
  formatDuration,
  formatFreshness,
  formatMinutes,
  formatMoment,
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
