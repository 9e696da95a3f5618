import type * as z from 'zod/mini';
import { type Lesson, lessonPageSchema, lessonSchema } from '#contracts/lesson.ts';
import { getJson } from '#shared/lib/http/json.ts';
import { pageQuery } from '#shared/lib/mirror/pages.ts';
import type { FetchOptions } from '#shared/lib/mirror/sync.ts';
import { lessonPath } from './model.ts';

/** A page of a course's lessons. */
export type LessonPage = z.output<typeof lessonPageSchema>;

/** GET /api/lms/lesson/{id}/. `isReload`: an answer under way is not good enough (addresses have ended). */
export function getLesson(id: string, options: FetchOptions & { isReload?: boolean }): Promise<Lesson> {
  return getJson(`${lessonPath}${encodeURIComponent(id)}/`, { schema: lessonSchema, ...options });
}

/** GET /api/lms/lesson/?course= with the query of a page. Courses are loaded side by side. */
export function getLessonPage(query: string, slot: string, options: FetchOptions): Promise<LessonPage> {
  return getJson(lessonPath, { query: pageQuery(query), schema: lessonPageSchema, slot, ...options });
}
