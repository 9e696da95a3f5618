import * as z from 'zod/mini';
import {
  codeWrongSchema,
  passwordRequiredSchema,
  signupInputSchema,
  signupResendSchema,
  signupStartedSchema,
  signupVerifiedSchema,
  signupVerifySchema,
} from '#contracts/signup.ts';
import type { Operation } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const signupOperations: Operation[] = [
  {
    method: 'post',
    path: '/accounts/signup/',
    summary: '会員登録を始める。登録済みのアドレスでも同じ回答になり、メールの内容だけが違う',
    auth: 'none',
    body: signupInputSchema,
    answer: signupStartedSchema,
    status: 202,
    errors: { 400: 'password_weak, validation', 429: 'rate, busy' },
  },
  {
    method: 'post',
    path: '/accounts/signup/verify/',
    summary:
      '認証コードまたはリンクで会員登録を確定し、ログインする。登録を始めたブラウザー以外で開いたリンクでは、パスワードを決める',
    auth: 'none',
    body: signupVerifySchema,
    answer: signupVerifiedSchema,
    errors: {
      400: 'code_wrong (remaining), password_required (email), password_weak, validation',
      409: 'conflict',
      410: 'code_expired',
      429: 'rate, busy',
    },
    errorFields: { 400: z.partial(z.extend(codeWrongSchema, passwordRequiredSchema.shape)) },
  },
  {
    method: 'post',
    path: '/accounts/signup/resend/',
    summary: '認証コードを送り直す',
    auth: 'none',
    body: signupResendSchema,
    answer: signupStartedSchema,
    status: 202,
    errors: { 410: 'code_expired', 429: 'rate' },
  },
];
