import { describe, expect, it } from 'vitest';
import { formTexts } from '#shared/form/texts.ts';
import { checkChange } from './model.ts';

const good = {
  current_password: 'manabi-2026',
  new_password: 'asagao-2026-saku',
  new_password_confirm: 'asagao-2026-saku',
};

describe('a change of the password', () => {
  it.each([
    [{}, {}],
    [{ current_password: '' }, { current_password: '現在のパスワードを入力してください。' }],
    [{ new_password: 'short', new_password_confirm: 'short' }, { new_password: formTexts.passwordForm }],
    [{ new_password_confirm: '' }, { new_password_confirm: '新しいパスワード(確認用)を入力してください。' }],
    [{ new_password_confirm: 'other' }, { new_password_confirm: '確認用のパスワードが一致しません。' }],
  ])('with %j is told %j', (changes, expected) => {
    const found = Object.entries(checkChange({ ...good, ...changes })).filter(([, message]) => message);
    expect(Object.fromEntries(found)).toEqual(expected);
  });
});
