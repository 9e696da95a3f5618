import { formTexts } from './texts.ts';

/** Rules for a new password (product.md V4); the server decides how easily it is guessed. */
export type PasswordRule = 'length' | 'letter' | 'digit';

const length = { min: 8, max: 64, advised: 12 };

/** Which rules a password meets. */
export function judgePassword(password: string): Record<PasswordRule, boolean> & { isLong: boolean } {
  const count = [...password].length;
  return {
    length: count >= length.min && count <= length.max,
    letter: /\p{Letter}/u.test(password),
    digit: /\d/.test(password),
    isLong: count >= length.advised && count <= length.max,
  };
}

/** The error of a new password, or `undefined`. `name`: label of the field. */
export function checkNewPassword(password: string, name: string): string | undefined {
  if (password === '') return formTexts.missing(name);
  const { length, letter, digit } = judgePassword(password);
  return length && letter && digit ? undefined : formTexts.passwordForm;
}

/** A new password, twice. */
export type NewPassword = { new_password: string; new_password_confirm: string };

/** The errors of a new password that is typed twice (product.md V1, V3, V4). */
export function checkNewTwice({ new_password, new_password_confirm }: NewPassword): Partial<NewPassword> {
  const differs = new_password === new_password_confirm ? undefined : formTexts.differs(formTexts.password);
  return {
    new_password: checkNewPassword(new_password, formTexts.newPassword),
    new_password_confirm:
      new_password_confirm === '' ? formTexts.missing(formTexts.newPasswordAgain) : differs,
  };
}
