import { beforeEach, expect, it } from 'vitest';
import { OfflineError } from '../errors.ts';
import { setClock } from '../time/clock.ts';
import { createPaces } from './paces.ts';

const endpoint = 'GET /api/lms/bookmark/';
let time = 0;
setClock(() => time);

/** Fails this many times in a row, each time as soon as it is due. @returns the pauses, ms. */
function failInARow(paces: ReturnType<typeof createPaces>, times: number, retryAfterMs = 0): number[] {
  return Array.from({ length: times }, () => {
    time += 10;
    paces.failed(endpoint, time, retryAfterMs);
    const left = paces.leftOf(endpoint);
    time += left;
    return left;
  });
}

beforeEach(() => {
  time = 1_000_000;
});

it('doubles the pause up to a minute as long as an endpoint fails', () => {
  const paces = createPaces(() => 0);
  expect(failInARow(paces, 8)).toEqual([2000, 4000, 8000, 16_000, 30_000, 60_000, 60_000, 60_000]);
});

it('spreads the end of a pause over its last tenth', () => {
  expect(
    failInARow(
      createPaces(() => 0.999),
      3,
    ),
  ).toEqual([1800, 3600, 7201]);
});

it('never asks earlier than the server said', () => {
  expect(
    failInARow(
      createPaces(() => 0),
      3,
      5000,
    ),
  ).toEqual([5000, 5000, 8000]);
});

it('begins anew after an answer, and when the learner asks', () => {
  const paces = createPaces(() => 0);
  failInARow(paces, 4);
  paces.answered(endpoint);
  expect(paces.timesOf(endpoint)).toBe(0);
  expect(failInARow(paces, 1)).toEqual([2000]);
  failInARow(paces, 4);
  paces.reset();
  expect(paces.leftOf(endpoint)).toBe(0);
  expect(failInARow(paces, 1)).toEqual([2000]);
});

it('counts calls that were on their way together once', () => {
  const paces = createPaces(() => 0);
  paces.failed(endpoint, time);
  time += 50;
  paces.failed(endpoint, time - 60);
  expect(paces.timesOf(endpoint)).toBe(1);
});

it('knows nothing of other endpoints', () => {
  const paces = createPaces(() => 0);
  failInARow(paces, 3);
  expect(paces.leftOf('GET /api/lms/inventory/')).toBe(0);
});

it('does not wait for a clock that was put back', () => {
  const paces = createPaces(() => 0);
  paces.failed(endpoint, time);
  time -= 3_600_000;
  expect(paces.leftOf(endpoint)).toBe(0);
  // It also pauses until the clock has caught up.
  expect(failInARow(paces, 2)).toEqual([4000, 8000]);
});

it('tells by the error how long to wait, and that it does not know where nobody is to blame', () => {
  const paces = createPaces(() => 0);
  const error = paces.blame(new OfflineError('network'), endpoint);
  paces.failed(endpoint, time);
  expect(paces.leftAfter(error)).toBe(2000);
  time += 2000;
  expect(paces.leftAfter(error)).toBe(0);
  expect(paces.leftAfter(new OfflineError('network'))).toBeNull();
});
