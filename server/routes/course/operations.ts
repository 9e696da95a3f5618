import * as z from 'zod/mini';
import {
  courseCardPageSchema,
  courseDetailSchema,
  courseGrades,
  courseLevels,
  courseSorts,
} from '#contracts/catalogue.ts';
import { type Operation, optionalText, pageQuery, publicGet } from '../../operation.ts';

/** The operations of `course/`, for the OpenAPI document. */
export const courseOperations: Operation[] = [
  publicGet(
    '/api/lms/course/',
    '講座を探す',
    courseCardPageSchema,
    z.object({
      ...pageQuery,
      q: optionalText,
      subject: optionalText,
      'grade[]': z.optional(z.array(z.enum(courseGrades))),
      level: z.optional(z.enum(courseLevels)),
      teacher: optionalText,
      price_max: optionalText,
      limited: optionalText,
      sort: z.optional(z.enum(courseSorts)),
    }),
  ),
  publicGet('/api/lms/course/{id}/', '講座1件', courseDetailSchema),
];
