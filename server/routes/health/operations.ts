import * as z from 'zod/mini';
import type { Operation } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const healthOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/health/',
    summary: 'サーバーが応答できるか',
    auth: 'none',
    answer: z.object({ status: z.literal('ok') }),
  },
];
