import type { Lesson } from '#contracts/lesson.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { linkToKeep } from '#shared/lib/mirror/pages.ts';
import { type FetchOptions, syncAnswer } from '#shared/lib/mirror/sync.ts';
import { now } from '#shared/lib/time/clock.ts';
import { getLesson, getLessonPage } from './api.ts';
import { forgetCourseTexts, readTextsKeptAt, saveCourseTexts, saveLesson } from './local.ts';

/** Upper limit in case a list never ends: 1 000 lessons in a course. */
const mostPages = 50;

/** Query keys of this feature. */
export const lessonKeys = {
  one: (id: string) => ['lesson', 'one', id] as const,
  texts: (courseId: string, modified: string | null) => ['lesson', 'texts', courseId, modified] as const,
};

/** Loads one lesson onto the device. */
export function syncLesson(db: UserDb, id: string, signal: AbortSignal): Promise<number> {
  return syncAnswer({
    signal,
    fetch: (options) => getLesson(id, options),
    save: (lesson, { savedAt }) => saveLesson(db, lesson, savedAt),
    forget: () => db.lessons.delete(id),
    hasCopy: async () => (await db.lessons.get(id)) !== undefined,
  });
}

/** A lesson with fresh media addresses; it is stored as well. */
export async function freshLesson(db: UserDb, id: string): Promise<Lesson> {
  const options = { signal: new AbortController().signal, whileMaintenance: 'stay' as const };
  const lesson = await getLesson(id, { ...options, isReload: true });
  await saveLesson(db, lesson, now());
  return lesson;
}

/**
 * Loads all texts of a course onto the device, once for each version of it, so that it can be read without a connection
 * (offline.md 5.10). Returns when they came.
 */
export async function syncCourseTexts(
  db: UserDb,
  course: { id: string; modified: string | null },
  signal: AbortSignal,
): Promise<number> {
  const keptAt = await readTextsKeptAt(db, course.id, course.modified);
  if (keptAt !== null) return keptAt;
  return syncAnswer({
    signal,
    fetch: (options) => fetchAll(course.id, options),
    save: (lessons, { savedAt }) => saveCourseTexts(db, course.id, lessons, course.modified, savedAt),
    forget: () => forgetCourseTexts(db, course.id),
    hasCopy: async () => true,
  });
}

async function fetchAll(courseId: string, options: FetchOptions): Promise<Lesson[]> {
  const lessons: Lesson[] = [];
  let query: string | null = new URLSearchParams({ course: courseId }).toString();
  for (let page = 0; query !== null && page < mostPages; page += 1) {
    const answer = await getLessonPage(query, `course:${courseId}`, options);
    lessons.push(...answer.results);
    query = linkToKeep(answer.next);
  }
  return lessons;
}
