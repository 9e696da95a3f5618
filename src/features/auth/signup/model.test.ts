import { describe, expect, it } from 'vitest';
import { tidyCode } from '#shared/form/code.ts';
import { secondsUntil } from '#shared/form/countdown.ts';
import { formTexts } from '#shared/form/texts.ts';
import { checkSignup, originOf } from './model.ts';

const good = {
  email: 'hanako@example.jp',
  password: 'asagao-2026-saku',
  registrant: 'self',
  agree_terms: true,
} as const;

describe('the sign-up form', () => {
  it('lets a complete one through', () => {
    expect(Object.values(checkSignup(good)).filter(Boolean)).toEqual([]);
    expect(checkSignup({ ...good, email: ' Ｈanako@EXAMPLE.jp ' }).email).toBeUndefined();
  });

  it('names everything that is missing', () => {
    expect(checkSignup({ email: ' ', password: '', registrant: '', agree_terms: false })).toEqual({
      email: 'メールアドレスを入力してください。',
      password: 'パスワードを入力してください。',
      registrant: '登録する人を選択してください。',
      agree_terms: '利用規約・プライバシーポリシーへの同意が必要です。',
    });
    expect(checkSignup({ ...good, email: 'hanako@example' }).email).toBe(formTexts.emailForm);
  });
});

it.each([
  ['123456', '123456'],
  ['１２３ ４５６', '123456'],
  ['コード: 123456です', '123456'],
  ['1234567', '123456'],
  ['', ''],
])('of %j the code is %j', (input, code) => {
  expect(tidyCode(input)).toBe(code);
});

it.each([
  ['/mypage/course?page=2', 'summer-2026', { redirect: '/mypage/course?page=2', campaign: 'summer-2026' }],
  ['/mypage/search?q=(数)', '../x', {}],
  [null, null, {}],
])('of the wanted page %j and the campaign %j goes along: %j', (wanted, campaign, expected) => {
  expect(originOf(wanted, campaign)).toEqual(expected);
});

it('counts whole seconds, and never below none', () => {
  expect([secondsUntil(1001, 0), secondsUntil(1000, 0), secondsUntil(0, 5)]).toEqual([2, 1, 0]);
});
