import { describe, expect, it } from 'vitest';
import { fileLimits } from '#contracts/support.ts';
import { HttpError, OfflineError } from '#shared/lib/errors.ts';
import {
  areGoodFiles,
  checkContact,
  describeContactFailure,
  emptyContact,
  isLookup,
  tidyContact,
} from './model.ts';

const good = {
  ...emptyContact,
  category: 'course',
  name: '山田 太郎',
  email: 'taro@example.jp',
  body: '動画が再生できません。',
  agree: true,
};

describe('checkContact', () => {
  it('finds nothing wrong with a whole form, nor with a member who gives no name', () => {
    expect(checkContact(good, false)).toEqual({});
    expect(checkContact({ ...good, name: '', email: '' }, true)).toEqual({});
  });

  it('names everything that is missing', () => {
    expect(Object.keys(checkContact(emptyContact, false))).toEqual([
      'category',
      'name',
      'email',
      'body',
      'agree',
    ]);
  });

  it.each([
    [{ email: 'taro@example' }, 'email', 'メールアドレスの形式が正しくありません。'],
    [{ name: 'あ'.repeat(21) }, 'name', 'お名前は20文字以内で入力してください。'],
    [{ name: 'https://a' }, 'name', '使用できない文字が含まれています:: /'],
    [{ body: '  みじかい文です   ' }, 'body', 'お問い合わせ内容は10文字以上2000文字以内で入力してください。'],
    [{ body: 'あ'.repeat(2001) }, 'body', 'お問い合わせ内容は10文字以上2000文字以内で入力してください。'],
    [{ order_no: 'A'.repeat(41) }, 'order_no', '注文番号は40文字以内で入力してください。'],
    [{ agree: false }, 'agree', 'プライバシーポリシーへの同意が必要です。'],
  ])('refuses %j', (fields, field, message) => {
    expect(checkContact({ ...good, ...fields }, false)).toEqual({ [field]: message });
  });

  it('takes full-width letters as narrow ones', () => {
    expect(tidyContact({ ...good, email: ' ＴＡＲＯ＠ｅｘａｍｐｌｅ．ｊｐ ' }).email).toBe('taro@example.jp');
  });
});

describe('isLookup', () => {
  it.each([
    ['Q23456789A', 'a@example.jp', true],
    ['ｑ２３４５-６７８９ａ ', 'Ａ@example.jp', true],
    ['Q2345678', 'a@example.jp', false],
    ['Q23456789A', 'a', false],
  ])('%s %s', (number, email, expected) => {
    expect(isLookup(number, email)).toBe(expected);
  });
});

describe('areGoodFiles', () => {
  const png = { type: 'image/png', size: 10 };
  it.each([
    [[], true],
    [[png, png, { type: 'application/pdf', size: fileLimits.size }], true],
    [[png, png, png, png], false],
    [[{ type: 'image/png', size: fileLimits.size + 1 }], false],
    [[{ type: 'text/html', size: 10 }], false],
    [[{ type: 'image/png', size: 0 }], false],
  ])('%j', (files, expected) => {
    expect(areGoodFiles(files)).toBe(expected);
  });
});

describe('describeContactFailure', () => {
  const http = (status: number, failure: object) =>
    new HttpError({
      status,
      data: null,
      failure: { code: 'x', detail: '', request_id: 'r-1', ...failure },
      call: 'POST /x',
    });
  it.each([
    [new OfflineError('network'), '接続できませんでした。入力内容はそのまま残っています。'],
    [http(429, { retry_after: 45 }), '45秒後に'],
    [http(429, { retry_after: 3000 }), '50分後に'],
    [http(429, { retry_after: 86_400 }), '24時間後に'],
    [http(429, {}), 'しばらくあとに'],
    [http(500, {}), '(受付番号 r-1)'],
    [http(400, { fields: { body: ['短すぎます。'] } }), '短すぎます。'],
    [http(409, { detail: '終了しています。' }), '終了しています。'],
  ])('%s', (error, words) => {
    expect(describeContactFailure(error)).toContain(words);
  });
});
