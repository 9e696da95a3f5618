import { currentDb } from '#shared/lib/db/userDb.ts';
import { useMirror } from '#shared/lib/mirror/mirror.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { putCheckIntent, readChecks } from './local.ts';
import type { CheckLesson, CheckLevel, CheckLevels } from './model.ts';
import { checkKeys, syncChecksOfCourse } from './sync.ts';

/** Levels of the lessons of a course by lesson id, live; `undefined` while they are read. */
export function useChecks(courseId: string): CheckLevels | undefined {
  const checks = useMirror({
    queryKey: checkKeys.course(courseId),
    sync: (db, signal) => syncChecksOfCourse(db, courseId, signal),
    read: async (db) => ({ data: await readChecks(db, courseId), savedAt: null }),
    isEnabled: courseId !== '',
  });
  return checks.data;
}

/**
 * Marks a lesson; 0 removes the mark: on screen at once, at the server when it can be reached.
 *
 * @returns whether the device has stored it; if not, the learner has been told.
 */
export function setCheck(lesson: CheckLesson, level: CheckLevel): Promise<boolean> {
  return saveOrTell('check', () => putCheckIntent(currentDb(), lesson, level));
}
