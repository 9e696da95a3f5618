import { describe, expect, test } from 'vitest';
import { HttpError, MaintenanceError, OfflineError, timeoutError } from '#shared/lib/errors.ts';
import { describeError } from './describeError.ts';

function refusal(status: number, code: string, detail = '', retry_after?: number) {
  return {
    status,
    data: null,
    call: 'GET /x/',
    failure: { code, detail, request_id: 'R-1', retry_after },
  };
}

describe('describeError', () => {
  test('names every common cause apart', () => {
    const errors = [
      new HttpError(refusal(403, 'access_expired')),
      new HttpError(refusal(403, 'forbidden')),
      new HttpError(refusal(404, 'not_found')),
      new HttpError(refusal(429, 'rate')),
      new HttpError(refusal(500, 'server_error')),
      new MaintenanceError(refusal(503, 'maintenance')),
      new OfflineError('network'),
      new OfflineError('captive'),
      timeoutError(),
      new Error('anything'),
    ];
    const titles = errors.map((error) => describeError(error).title);
    expect(new Set(titles).size).toBe(errors.length);
  });

  test('passes on the number for the support desk and the words of the server', () => {
    const words = describeError(new HttpError(refusal(403, 'forbidden', '保護者の確認待ちです。')));
    expect(words).toMatchObject({ body: '保護者の確認待ちです。', requestId: 'R-1' });
  });

  test('shows nobody a code: the words are Japanese, whatever went wrong', () => {
    const statuses = [400, 401, 403, 404, 409, 413, 418, 422, 429, 500, 502, 503, 504];
    const codes = ['access_expired', 'busy', 'device_limit', 'not_found', 'rate', 'server_error', ''];
    const errors = [
      ...statuses.flatMap((status) => codes.map((code) => new HttpError(refusal(status, code)))),
      new MaintenanceError(refusal(503, 'maintenance')),
      new OfflineError('network'),
      new OfflineError('captive'),
      timeoutError(),
      new TypeError('Failed to fetch'),
    ];
    const texts = errors.map(describeError).flatMap(({ title, body }) => [title, body]);
    const latin = texts.flatMap((text) => text.replaceAll('Wi-Fi', '').match(/[A-Za-z_]+/g) ?? []);
    expect(latin).toEqual([]);
    expect(texts).not.toContain('');
  });

  test('says how long to wait', () => {
    expect(describeError(new HttpError(refusal(429, 'rate', '', 12.2))).body).toContain('13秒後');
    expect(describeError(new HttpError(refusal(429, 'rate', '', 3600 * 5))).body).toContain('5時間後に');
    expect(describeError(new HttpError(refusal(429, 'busy', '', 5)))).toMatchObject({
      title: 'アクセスが集中しています',
      body: '5秒後に、もう一度お試しください。',
    });
  });
});
