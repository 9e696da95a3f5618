import { expect, it } from 'vitest';
import { retryAfterSeconds } from './retryAfter.ts';

it.each([
  ['120', 120],
  [' 5 ', 5],
  ['Fri, 10 Apr 2026 03:00:30 GMT', 30],
  ['Fri, 10 Apr 2026 02:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('reads "%s" as %s', (header, seconds) => {
  expect(retryAfterSeconds(header, Date.parse('2026-04-10T12:00:00+09:00'))).toBe(seconds);
});
