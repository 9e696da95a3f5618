import { loginInputSchema, refreshInputSchema, tokensSchema } from '#contracts/accounts.ts';
import { profilePatchSchema, profileSchema } from '#contracts/profile.ts';
import type { Operation } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const accountsOperations: Operation[] = [
  {
    method: 'post',
    path: '/accounts/login/',
    summary: 'ログイン',
    auth: 'none',
    body: loginInputSchema,
    answer: tokensSchema,
    errors: { 400: 'invalid_credentials, validation', 429: 'rate, busy' },
  },
  {
    method: 'post',
    path: '/accounts/token/refresh/',
    summary: 'トークンの更新。渡したトークンは使い終わりになる',
    auth: 'none',
    body: refreshInputSchema,
    answer: tokensSchema,
    errors: { 401: 'unauthorized', 429: 'rate' },
  },
  { method: 'get', path: '/accounts/user/', summary: '利用者', auth: 'user', answer: profileSchema },
  {
    method: 'patch',
    path: '/accounts/user/',
    summary: '利用者の設定を変える',
    auth: 'user',
    body: profilePatchSchema,
    answer: profileSchema,
    errors: { 409: 'profile_locked' },
  },
  { method: 'post', path: '/accounts/logout/', summary: 'ログアウト', auth: 'user' },
];
