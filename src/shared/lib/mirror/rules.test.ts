import { describe, expect, it } from 'vitest';
import { failureSchema } from '#contracts/failure.ts';
import { abortError, HttpError, MaintenanceError, OfflineError, timeoutError } from '../errors.ts';
import { failureOf, isRevoked } from './rules.ts';

function http(status: number): HttpError {
  return new HttpError({ status, data: null, failure: failureSchema.parse({}), call: 'GET /x' });
}
const maintenance = new MaintenanceError({
  status: 503,
  data: null,
  failure: failureSchema.parse({}),
  call: 'GET /x',
});

describe('failureOf', () => {
  it.each([
    ['no answer', new OfflineError('network')],
    ['the time limit', timeoutError()],
    ['maintenance', maintenance],
  ])('shows the stored copy in place of %s, and an error only without one', (_, error) => {
    expect(failureOf(error, true)).toEqual({ error: null, isAway: true });
    expect(failureOf(error, false)).toEqual({ error, isAway: true });
  });

  it.each([401, 403, 404, 500])('never hides a %i behind a copy', (status) => {
    const error = http(status);
    expect(failureOf(error, true)).toEqual({ error, isAway: false });
  });

  it('is silent about a call that was given up for a newer one', () => {
    expect(failureOf(abortError(), false)).toEqual({ error: null, isAway: false });
    expect(failureOf(null, true)).toEqual({ error: null, isAway: false });
  });
});

describe('isRevoked', () => {
  it('is the server saying no or gone, never anything else', () => {
    expect([403, 404].map((status) => isRevoked(http(status)))).toEqual([true, true]);
    expect([http(401), http(500), maintenance, new OfflineError('network')].some(isRevoked)).toBe(false);
  });
});
