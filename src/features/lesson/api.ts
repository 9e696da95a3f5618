import type * as z from 'zod/mini';
import { type Lesson, lessonPageSchema, lessonSchema } from '#contracts/lesson.ts';
import { getJson } from '#shared/lib/http/json.ts';
import { pageQuery } from '#shared/lib/mirror/pages.ts';
import type { FetchOptions } from '#shared/lib/mirror/sync.ts';
import { lessonPath } from './model.ts';

/** A page of a course's lessons. */
export type LessonPage = z.output<typeof lessonPageSchema>;

/**
 * GET /api/lms/lesson/{id}/. `isReload`: a request already under way is not reused, because its addresses may have
 * expired.
 */
export function getLesson(id: string, options: FetchOptions & { isReload?: boolean }): Promise<Lesson> {
  return getJson(`${lessonPath}${encodeURIComponent(id)}/`, { schema: lessonSchema, ...options });
}

/** GET /api/lms/lesson/?course= with the query of a page. Several courses can be loaded at the same time. */
export function getLessonPage(query: string, slot: string, options: FetchOptions): Promise<LessonPage> {
  return getJson(lessonPath, { query: pageQuery(query), schema: lessonPageSchema, slot, ...options });
}
