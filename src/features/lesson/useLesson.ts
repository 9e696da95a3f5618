import { useQuery } from '@tanstack/react-query';
import type { Lesson } from '#contracts/lesson.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { type Mirror, mirrorQuery, useMirror } from '#shared/lib/mirror/mirror.ts';
import { readLesson } from './local.ts';
import { freshLesson, lessonKeys, syncCourseTexts, syncLesson } from './sync.ts';

/** One whole lesson with text, boards and media addresses. `isOpen` false: access has ended, so nothing is read. */
export function useLesson(id: string, isOpen: boolean): Mirror<Lesson> {
  return useMirror({
    queryKey: lessonKeys.one(id),
    sync: (db, signal) => syncLesson(db, id, signal),
    read: async (db) => (isOpen ? readLesson(db, id) : null),
    readKey: String(isOpen),
    isEnabled: isOpen && id !== '',
  });
}

/** Stores all texts of an opened course on the device, in the background, once for each version of the course. */
export function useCourseTexts(course: { id: string; modified: string | null } | null): void {
  const { id, modified } = course ?? { id: '', modified: null };
  useQuery({
    ...mirrorQuery(lessonKeys.texts(id, modified), (db, signal) =>
      syncCourseTexts(db, { id, modified }, signal),
    ),
    enabled: id !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * The lesson with fresh media addresses.
 *
 * @throws what a call throws.
 */
export function reloadLesson(id: string): Promise<Lesson> {
  return freshLesson(currentDb(), id);
}
