import { describe, expect, it } from 'vitest';
import { checkNewPassword, judgePassword } from './newPassword.ts';
import { formTexts } from './texts.ts';

describe('a new password', () => {
  it.each([
    ['', formTexts.missing('パスワード')],
    ['short1', formTexts.passwordForm],
    ['onlyletters', formTexts.passwordForm],
    ['1234567890', formTexts.passwordForm],
    [`a1${'x'.repeat(63)}`, formTexts.passwordForm],
    ['asagao-2026', undefined],
    ['あさがお2026年夏', undefined],
  ])('%j is judged as the server does', (password, expected) => {
    expect(checkNewPassword(password, 'パスワード')).toBe(expected);
  });

  it('counts characters, not halves of them', () => {
    expect(judgePassword('🌻🌻🌻a1').length).toBe(false);
    expect(judgePassword('asagao-2026-saku').isLong).toBe(true);
  });
});
