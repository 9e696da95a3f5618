import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { ApiError } from '../../errors.ts';

/** Characters of a password (product.md V4). */
export const passwordLength = { min: 8, max: 64 };
/** zxcvbn score that a password needs: below it, the first million guesses find the password. */
const weakest = 2;
const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

const words = {
  form: 'パスワードは8〜64文字で、英字と数字をそれぞれ1文字以上使ってください。',
  common: '推測されやすいパスワードです。別のものにしてください。',
  email: 'メールアドレスに似たパスワードは使えません。',
};

function isLikeEmail(password: string, email: string): boolean {
  const name = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  const text = password.toLowerCase();
  return name.length > 3 && (text.includes(name) || text.includes(name.replaceAll(/[^a-z0-9]/g, '')));
}

function complaint(password: string, email: string): string | null {
  const length = [...password].length;
  const hasForm = length >= passwordLength.min && length <= passwordLength.max;
  if (!hasForm || !/\p{Letter}/u.test(password) || !/\d/.test(password)) return words.form;
  if (isLikeEmail(password, email)) return words.email;
  return judge.check(password).score < weakest ? words.common : null;
}

/** Throws 400 `password_weak` with a message for `field` when a new password is not good enough. */
export function assertGoodPassword(password: string, email: string, field = 'password'): void {
  const detail = complaint(password, email);
  if (detail !== null) throw new ApiError(400, 'password_weak', detail, { fields: { [field]: [detail] } });
}
