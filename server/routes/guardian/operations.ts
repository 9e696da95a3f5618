import {
  guardianDecidedSchema,
  guardianDecisionSchema,
  guardianInputSchema,
  guardianQuestionSchema,
  guardianRequestedSchema,
} from '#contracts/profile.ts';
import type { Operation } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const guardianOperations: Operation[] = [
  {
    method: 'post',
    path: '/accounts/guardian/request/',
    summary: '保護者に確認のメールを送る(7日間有効)',
    auth: 'user',
    body: guardianInputSchema,
    answer: guardianRequestedSchema,
    status: 202,
    errors: { 400: 'same_email, validation', 409: 'profile_locked', 429: 'rate' },
  },
  {
    method: 'get',
    path: '/accounts/guardian/{token}/',
    summary: '保護者に確認してもらう内容',
    auth: 'none',
    answer: guardianQuestionSchema,
    errors: { 410: 'link_expired' },
  },
  {
    method: 'post',
    path: '/accounts/guardian/{token}/',
    summary: '保護者の回答',
    auth: 'none',
    body: guardianDecisionSchema,
    answer: guardianDecidedSchema,
    errors: { 409: 'conflict', 410: 'link_expired' },
  },
];
