import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

it.each([
  [1, 0, 1000],
  [1, 1, 2000],
  [2, 1, 4000],
  [5, 1, 32_000],
  [50, 1, 300_000],
  [50, 0, 150_000],
])('waits after try %i with chance %d: %i ms', (tries, random, expected) => {
  expect(backoffMs(tries, 0, random)).toBe(expected);
});

it('never comes back before the server asked for', () => {
  expect(backoffMs(1, 60_000, 1)).toBe(60_000);
});
