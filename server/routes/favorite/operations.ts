import * as z from 'zod/mini';
import { favoriteInputSchema, favoritePageSchema, favoriteSchema } from '#contracts/marks.ts';
import { get, type Operation, optionalText, pageQuery, remove, write } from '../../operation.ts';

/** The operations of `favorite/`, for the OpenAPI document. */
export const favoriteOperations: Operation[] = [
  get(
    '/api/lms/favorite/',
    'お気に入り',
    favoritePageSchema,
    z.object({ ...pageQuery, lesson__unit__chapter__course: optionalText }),
  ),
  write('post', '/api/lms/favorite/', 'お気に入りに入れる・外す', {
    body: favoriteInputSchema,
    answer: favoriteSchema,
    errors: { 409: 'limit' },
  }),
  remove('/api/lms/favorite/{id}/', 'お気に入りから外す'),
];
