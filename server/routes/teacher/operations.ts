import * as z from 'zod/mini';
import { teacherCardPageSchema, teacherSchema } from '#contracts/catalogue.ts';
import { type Operation, optionalText, pageQuery, publicGet } from '../../operation.ts';

/** The operations of `teacher/`, for the OpenAPI document. */
export const teacherOperations: Operation[] = [
  publicGet(
    '/api/lms/teacher/',
    '講師',
    teacherCardPageSchema,
    z.object({ ...pageQuery, subject: optionalText }),
  ),
  publicGet('/api/lms/teacher/{id}/', '講師1人', teacherSchema),
];
