import { contactedSchema, contactInputSchema } from '#contracts/support.ts';
import type { Operation } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const contactOperations: Operation[] = [
  {
    method: 'post',
    path: '/api/support/contact/',
    summary: '問い合わせる。受付番号をメールでも送る',
    auth: 'optional',
    body: contactInputSchema,
    answer: contactedSchema,
    status: 201,
  },
];
