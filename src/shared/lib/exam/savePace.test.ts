import { expect, it } from 'vitest';
import { afterFailure, type Pace } from './savePace.ts';

const pace: Pace = { failures: 0, retryAfterMs: 0, saveEveryMs: 5000, hasStorage: true };
const range = (more: Partial<Pace>) => [0, 1].map((random) => afterFailure({ ...pace, ...more }, random));

it('row 9: retries after a failure are spread from the first one on, from 5 s up to 30 s', () => {
  expect(range({ failures: 0 })).toEqual([5000, 10_000]);
  expect(range({ failures: 1 })).toEqual([5000, 20_000]);
  expect(range({ failures: 2 })).toEqual([5000, 30_000]);
  expect(range({ failures: 50 })).toEqual([5000, 30_000]);
});

it('row 9: a wait that the server asks for is kept, and spread as well', () => {
  expect(range({ retryAfterMs: 20_000 })).toEqual([20_000, 21_000]);
});
