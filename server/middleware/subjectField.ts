import * as z from 'zod/mini';

/** `subject` of a query: the short name of a subject, known or not. */
export const subjectField = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/));
