import { describe, expect, it } from 'vitest';
import { controlTexts } from '#shared/form/controlTexts.ts';
import { UserDataError } from '#shared/lib/account/account.ts';
import { HttpError, MaintenanceError, OfflineError, timeoutError } from '#shared/lib/errors.ts';
import { checkLogin, describeLoginError, tidyLogin } from './model.ts';
import { texts } from './texts.ts';

function refusal(status: number, failure: { code?: string; detail?: string; retry_after?: number }) {
  const body = { code: '', detail: '', request_id: 'r1', ...failure };
  return { status, data: body, failure: body, call: 'POST /accounts/login/' };
}

describe('e-mail address', () => {
  it.each([
    ['  Student@Example.com ', 'student@example.com'],
    ['ｓｔｕｄｅｎｔ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'student@example.com'],
    ['a@b', 'a@b'],
  ])('%j is sent as %s', (input, expected) => {
    expect(tidyLogin(input)).toBe(expected);
  });
});

describe('login form', () => {
  it('asks for what is missing', () => {
    expect(checkLogin({ email: ' ', password: '' })).toEqual({
      email: 'メールアドレスを入力してください。',
      password: 'パスワードを入力してください。',
    });
  });

  it('takes a password of blanks as it is', () => {
    expect(checkLogin({ email: 'a@b', password: ' ' })).toEqual({});
  });

  it.each([
    [new HttpError(refusal(400, { code: 'invalid_credentials', detail: 'x' })), texts.wrong],
    [new HttpError(refusal(400, { detail: 'アカウントは停止中です。' })), 'アカウントは停止中です。'],
    [new HttpError(refusal(401, {})), texts.wrong],
    [new HttpError(refusal(429, { code: 'rate', retry_after: 601 })), texts.locked(11)],
    [new HttpError(refusal(429, { code: 'busy', retry_after: 5 })), texts.crowded(5)],
    [new HttpError(refusal(500, { detail: 'x' })), texts.server('r1')],
    [new MaintenanceError(refusal(503, {})), texts.maintenance],
    [new OfflineError('network'), texts.offline],
    [new OfflineError('captive'), controlTexts.captive],
    [timeoutError(), texts.timeout],
    [new UserDataError(), texts.noUser],
    [new TypeError('bug'), texts.server('')],
  ])('says what happened: %s', (error, expected) => {
    expect(describeLoginError(error)).toBe(expected);
  });
});
