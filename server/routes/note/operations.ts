import * as z from 'zod/mini';
import { noteInputSchema, notePageSchema, notePatchSchema, noteSchema } from '#contracts/study.ts';
import { get, type Operation, optionalText, pageQuery, remove, write } from '../../operation.ts';

/** The operations of `note/`, for the OpenAPI document. */
export const noteOperations: Operation[] = [
  get(
    '/api/lms/note/',
    'ノート',
    notePageSchema,
    z.object({ ...pageQuery, lesson: optionalText, course: optionalText }),
  ),
  write('post', '/api/lms/note/', 'ノートを書く', { body: noteInputSchema, answer: noteSchema }),
  write('patch', '/api/lms/note/{id}/', 'ノートを直す', {
    body: notePatchSchema,
    answer: noteSchema,
    errors: { 412: 'conflict' },
  }),
  remove('/api/lms/note/{id}/', 'ノートを消す'),
];
