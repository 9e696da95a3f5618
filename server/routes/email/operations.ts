import * as z from 'zod/mini';
import {
  emailChangeSchema,
  emailChangeStartedSchema,
  emailConfirmSchema,
} from '#contracts/accountSettings.ts';
import { profileSchema } from '#contracts/profile.ts';
import { codeWrongSchema } from '#contracts/signup.ts';
import type { Operation } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const emailOperations: Operation[] = [
  {
    method: 'post',
    path: '/accounts/email/change/',
    summary: '新しいメールアドレスに認証コードを送る。使われているアドレスでも同じ回答になる',
    auth: 'user',
    body: emailChangeSchema,
    answer: emailChangeStartedSchema,
    status: 202,
    errors: { 400: 'current_wrong, validation', 429: 'rate, busy' },
  },
  {
    method: 'post',
    path: '/accounts/email/confirm/',
    summary: '認証コードでメールアドレスの変更を確定する',
    auth: 'user',
    body: emailConfirmSchema,
    answer: profileSchema,
    errors: { 400: 'code_wrong (remaining), validation', 410: 'code_expired' },
    errorFields: { 400: z.partial(codeWrongSchema) },
  },
];
