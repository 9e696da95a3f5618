import { tokensSchema } from '#contracts/accounts.ts';
import {
  passwordChangeSchema,
  passwordConfirmSchema,
  passwordLinkSchema,
  passwordResetSchema,
  passwordResetStartedSchema,
} from '#contracts/password.ts';
import type { Operation } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const passwordOperations: Operation[] = [
  {
    method: 'post',
    path: '/accounts/password/reset/',
    summary: 'パスワード再設定のメールを送る。登録の有無にかかわらず同じ回答になる',
    auth: 'none',
    body: passwordResetSchema,
    answer: passwordResetStartedSchema,
    status: 202,
  },
  {
    method: 'post',
    path: '/accounts/password/check/',
    summary: '再設定のリンクが有効か確かめる',
    auth: 'none',
    body: passwordLinkSchema,
    errors: { 410: 'link_expired' },
  },
  {
    method: 'post',
    path: '/accounts/password/confirm/',
    summary: '再設定のリンクで新しいパスワードにする。すべてのログインが終わる',
    auth: 'none',
    body: passwordConfirmSchema,
    errors: { 400: 'password_weak, password_reused, validation', 410: 'link_expired', 429: 'rate, busy' },
  },
  {
    method: 'post',
    path: '/accounts/password/change/',
    summary: 'パスワードを変える。ほかの端末のログインが終わり、この端末は新しいトークンを受け取る',
    auth: 'user',
    body: passwordChangeSchema,
    answer: tokensSchema,
    errors: { 400: 'current_wrong, password_weak, password_reused, validation', 429: 'rate, busy' },
  },
];
