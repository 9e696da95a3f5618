import * as z from 'zod/mini';
import {
  bookmarkInputSchema,
  bookmarkPageSchema,
  bookmarkPatchSchema,
  bookmarkSchema,
} from '#contracts/marks.ts';
import { get, type Operation, pageQuery, write } from '../../operation.ts';

/** The operations of `bookmark/`, for the OpenAPI document. */
export const bookmarkOperations: Operation[] = [
  get('/api/lms/bookmark/', 'しおり', bookmarkPageSchema, z.object(pageQuery)),
  write('post', '/api/lms/bookmark/', 'しおりを付ける・外す', {
    body: bookmarkInputSchema,
    answer: bookmarkSchema,
  }),
  write('patch', '/api/lms/bookmark/{id}/', 'しおりの状態を変える', {
    body: bookmarkPatchSchema,
    answer: bookmarkSchema,
  }),
];
