import * as z from 'zod/mini';
import { lessonPageSchema, lessonSchema, playbackInputSchema, playbackSchema } from '#contracts/lesson.ts';
import { get, type Operation, pageQuery, write } from '../../operation.ts';

/** The operations of `lesson/`, for the OpenAPI document. */
export const lessonOperations: Operation[] = [
  get('/api/lms/lesson/', '講座のレッスン', lessonPageSchema, z.object({ ...pageQuery, course: z.string() })),
  { ...get('/api/lms/lesson/{id}/', 'レッスン', lessonSchema), errors: { 403: 'access_expired, forbidden' } },
  write('post', '/api/lms/lesson/{id}/playback/', '再生を始める', {
    body: playbackInputSchema,
    answer: playbackSchema,
    errors: { 403: 'access_expired, forbidden', 423: 'playing_elsewhere' },
  }),
];
