import { describe, expect, it } from 'vitest';
import { HttpError, MaintenanceError, OfflineError, timeoutError } from '#shared/lib/errors.ts';
import { describeFailure } from './failure.ts';
import { formTexts } from './texts.ts';

const { failure: texts } = formTexts;

function refusal(status: number, failure: { code?: string; detail?: string; retry_after?: number }) {
  const body = { code: '', detail: '', request_id: 'r1', ...failure };
  return { status, data: body, failure: body, call: 'POST /accounts/signup/' };
}

describe('a form that could not be sent', () => {
  it.each([
    [
      new HttpError(refusal(400, { detail: '推測されやすいパスワードです。' })),
      '推測されやすいパスワードです。',
    ],
    [new HttpError(refusal(429, { retry_after: 42, detail: 'x' })), texts.rate('42秒後')],
    [new HttpError(refusal(429, { retry_after: 601, detail: 'x' })), texts.rate('11分後')],
    [new HttpError(refusal(429, { retry_after: 86_400, detail: 'x' })), texts.rate('24時間後')],
    [new HttpError(refusal(429, { code: 'busy', retry_after: 5, detail: 'x' })), texts.crowded('5秒後')],
    [new HttpError(refusal(500, { detail: 'x' })), texts.server('r1')],
    [new HttpError(refusal(404, {})), texts.server('r1')],
    [new MaintenanceError(refusal(503, {})), texts.maintenance],
    [new OfflineError('network'), texts.offline],
    [new OfflineError('captive'), texts.captive],
    [timeoutError(), texts.timeout],
    [new TypeError('bug'), texts.server('')],
  ])('says what happened: %s', (error, expected) => {
    expect(describeFailure(error)).toBe(expected);
  });
});
