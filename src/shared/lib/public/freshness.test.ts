import { afterEach, expect, it } from 'vitest';
import { setClock } from '../time/clock.ts';
import { freshnessOf } from './freshness.ts';

const at = 1_000_000;
const minute = 60_000;
const shown = { isConfirmed: true, isFetching: false, savedAt: at };
let putBack = () => {};
afterEach(() => putBack());

function read(after: number, facts: Partial<typeof shown>) {
  putBack = setClock(() => at + after);
  return freshnessOf({ ...shown, ...facts });
}

it('is fresh when the server has said so a moment ago', () => {
  expect(read(minute, {})).toEqual({ state: 'fresh' });
});

it('is not when that was a while ago, though nobody has asked since', () => {
  expect(read(6 * minute, {})).toEqual({ state: 'kept', since: at });
});

it('is a copy while the server is asked, and stays one when nobody answers', () => {
  expect(read(minute, { isConfirmed: false, isFetching: true })).toEqual({ state: 'refreshing' });
  expect(read(minute, { isConfirmed: false })).toEqual({ state: 'kept', since: at });
});
