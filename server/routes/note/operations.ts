import * as z from 'zod/mini';
import {
  noteConflictSchema,
  noteInputSchema,
  notePageSchema,
  notePatchSchema,
  noteSchema,
} from '#contracts/study.ts';
import { get, type Operation, optionalText, pageQuery, remove, write } from '../../operation.ts';

/** A note that another device has changed meanwhile: the answer has both versions. */
const changedElsewhere = {
  errors: { 412: 'conflict (current, yours)' },
  errorFields: { 412: noteConflictSchema },
};

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
    ...changedElsewhere,
  }),
  { ...remove('/api/lms/note/{id}/', 'ノートを消す'), ...changedElsewhere },
];
