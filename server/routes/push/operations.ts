import {
  pushInputSchema,
  pushKeySchema,
  pushRemovalSchema,
  pushSubscriptionSchema,
} from '#contracts/push.ts';
import type { Operation } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const pushOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/support/push/key/',
    summary: 'プッシュ通知の公開鍵',
    auth: 'user',
    answer: pushKeySchema,
  },
  {
    method: 'post',
    path: '/api/support/push/',
    summary: 'このブラウザーで通知を受け取る・種類を変える',
    auth: 'user',
    body: pushInputSchema,
    answer: pushSubscriptionSchema,
    errors: { 409: 'conflict' },
  },
  {
    method: 'delete',
    path: '/api/support/push/',
    summary: 'このブラウザーで通知を受け取るのをやめる',
    auth: 'user',
    body: pushRemovalSchema,
  },
];
