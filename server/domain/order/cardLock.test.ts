import { expect, it } from 'vitest';
import { lockEnd } from './cardLock.ts';
import { newOrderNo } from './number.ts';

const minute = 60_000;
const at = (...minutes: number[]) => minutes.map((one) => one * minute);

it.each<[string, number[], number, number | null]>([
  ['none', [], 0, null],
  ['four', at(30, 20, 10, 0), 31, null],
  ['five in an hour', at(59, 40, 30, 20, 0), 60, 119],
  ['five in an hour and a minute', at(61, 40, 30, 20, 0), 62, null],
  ['five, an hour ago', at(40, 30, 20, 10, 0), 100, null],
  ['five, a moment before the hour is over', at(40, 30, 20, 10, 0), 99, 100],
  ['six: the last one counts', at(50, 40, 30, 20, 10, 0), 55, 110],
])('refusals in a row: %s', (_what, refused, now, end) => {
  expect(lockEnd(refused, now * minute)).toBe(end === null ? null : end * minute);
});

it('a number of an order tells the day in Japan and nothing that looks like another letter', () => {
  const now = Date.parse('2027-04-11T15:00:00Z');
  expect(newOrderNo(now, Uint8Array.from([0, 7, 8, 23, 24, 31, 32, 255]))).toBe('K270412-AHJZ29A9');
  expect(newOrderNo(now)).toMatch(/^K270412-[A-HJ-NP-Z2-9]{8}$/);
  expect(newOrderNo(now)).not.toBe(newOrderNo(now));
});
