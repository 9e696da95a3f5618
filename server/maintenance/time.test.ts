import { expect, it } from 'vitest';
import { readTime, sayTime } from './time.ts';

const now = Date.parse('2026-04-10T23:30:00+09:00');

it.each([
  ['23:45', '2026-04-10T14:45:00.000Z'],
  ['23:30', '2026-04-11T14:30:00.000Z'],
  ['6:05', '2026-04-10T21:05:00.000Z'],
  ['2026-04-12 06:00', '2026-04-11T21:00:00.000Z'],
  ['2026-04-12T06:00:00', '2026-04-11T21:00:00.000Z'],
  ['2026-04-12T06:00Z', '2026-04-12T06:00:00.000Z'],
  ['2026-04-12T06:00+09:00', '2026-04-11T21:00:00.000Z'],
  ['24:00', null],
  ['2026-13-01T00:00Z', null],
  ['2026-04-12', null],
  ['soon', null],
  ['', null],
])('reads %j', (text, expected) => {
  expect(readTime(text, now)).toBe(expected);
});

it('says times in Japan', () => {
  expect(sayTime('2026-04-10T14:45:00.000Z')).toBe('4月10日(金) 23:45');
});
