import { profileInputSchema, profileSchema } from '#contracts/profile.ts';
import type { Operation } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const profileOperations: Operation[] = [
  {
    method: 'put',
    path: '/accounts/profile/',
    summary: '会員登録の最後に基本情報を保存する。生年月日と学年のほかは省ける',
    auth: 'user',
    body: profileInputSchema,
    answer: profileSchema,
    errors: { 400: 'same_email, validation', 409: 'profile_locked', 429: 'rate' },
  },
];
