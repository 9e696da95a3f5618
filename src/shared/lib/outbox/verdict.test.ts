import { describe, expect, it } from 'vitest';
import { failureSchema } from '#contracts/failure.ts';
import {
  abortError,
  HttpError,
  MaintenanceError,
  OfflineError,
  SessionEndedError,
  timeoutError,
} from '../errors.ts';
import { judge } from './verdict.ts';

function refusal(status: number, body: object = {}) {
  return { status, data: body, failure: failureSchema.parse(body), call: 'POST /x' };
}

describe('judge', () => {
  it.each([408, 425, 500, 502, 504])('keeps an entry after %i', (status) => {
    expect(judge(new HttpError(refusal(status))).kind).toBe('keep');
  });

  it.each([400, 402, 403, 404, 405, 409, 410, 412, 413, 422, 423])('refuses an entry after %i', (status) => {
    expect(judge(new HttpError(refusal(status))).kind).toBe('refuse');
  });

  it.each([
    ['no answer', new OfflineError('network')],
    ['a Wi-Fi login page', new OfflineError('captive')],
    ['the time limit', timeoutError()],
    ['maintenance', new MaintenanceError(refusal(503))],
    ['too many calls', new HttpError(refusal(429))],
    [
      'a password that is to be changed first',
      new HttpError(refusal(403, { code: 'password_change_required' })),
    ],
  ])('stops the queue and counts a try after %s', (_, error) => {
    expect(judge(error)).toMatchObject({ kind: 'halt', isTried: true });
  });

  it.each([
    ['a 401', new HttpError(refusal(401))],
    ['the end of the session', new SessionEndedError()],
    ['a call that was given up', abortError()],
    ['what nobody expected', new TypeError('x')],
  ])('leaves the entry as it was after %s', (_, error) => {
    expect(judge(error)).toMatchObject({ kind: 'halt', isTried: false });
  });

  it('hands on how long the server wants to be left alone, and why it refused', () => {
    expect(judge(new HttpError(refusal(429, { retry_after: 7 })))).toMatchObject({ retryAfterMs: 7000 });
    const told = { code: 'limit', detail: '上限です', request_id: 'r1' };
    expect(judge(new HttpError(refusal(409, told)))).toMatchObject({
      error: { status: 409, ...told, data: told },
    });
  });
});
