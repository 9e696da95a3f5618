import { describe, expect, it } from 'vitest';
import { HttpError, OfflineError } from '#shared/lib/errors.ts';
import { stepAfter } from './linkStep.ts';

function refusal(status: number, code: string, more = {}) {
  const failure = { code, detail: '', request_id: 'r1' };
  return new HttpError({ status, data: { ...failure, ...more }, failure, call: 'POST /' });
}

describe('a refused link of a sign-up', () => {
  it.each([
    [
      refusal(400, 'password_required', { email: 'a@example.jp' }),
      { kind: 'password', email: 'a@example.jp' },
    ],
    [refusal(409, 'conflict'), { kind: 'taken' }],
    [refusal(410, 'code_expired'), { kind: 'over' }],
    [refusal(400, 'validation'), { kind: 'over' }],
  ])('%s leads to %j', (error, step) => {
    expect(stepAfter(error)).toEqual(step);
  });

  it.each([refusal(429, 'rate'), refusal(500, 'server_error'), new OfflineError('network')])(
    '%s can be tried again',
    (error) => {
      expect(stepAfter(error)).toMatchObject({ kind: 'failed' });
    },
  );
});
