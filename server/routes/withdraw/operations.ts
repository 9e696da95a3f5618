import { openOrdersSchema, withdrawSchema } from '#contracts/accountSettings.ts';
import type { Operation } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const withdrawOperations: Operation[] = [
  {
    method: 'post',
    path: '/accounts/withdraw/',
    summary: '退会する。30日後にデータを削除する',
    auth: 'user',
    body: withdrawSchema,
    errors: {
      400: 'current_wrong, validation',
      409: 'orders_open, payment_checking',
      429: 'rate, busy',
    },
    errorFields: { 409: openOrdersSchema },
  },
];
