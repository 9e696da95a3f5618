import * as z from 'zod/mini';
import { checkInputSchema, checkPageSchema, checkSchema } from '#contracts/marks.ts';
import { get, type Operation, optionalText, pageQuery, write } from '../../operation.ts';

/** The operations of `check/`, for the OpenAPI document. */
export const checkOperations: Operation[] = [
  get('/api/lms/check/', '理解度', checkPageSchema, z.object({ ...pageQuery, course: optionalText })),
  write('post', '/api/lms/check/', '理解度を付ける(0で消す)', {
    body: checkInputSchema,
    answer: checkSchema,
  }),
];
