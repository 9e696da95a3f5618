import type { Course } from '#contracts/course.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useMirror } from '#shared/lib/mirror/mirror.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { lateSync } from './lateSync.ts';
import { putBookmarkIntent, readBookmarkState } from './local.ts';
import { bookmarkKeys } from './model.ts';

/** Whether a course is bookmarked, live; `undefined`: not known (yet). */
export function useBookmarkState(courseId: string): boolean | undefined {
  const state = useMirror({
    queryKey: bookmarkKeys.page(''),
    sync: async (db, signal) => (await lateSync()).syncBookmarkPage(db, '', signal),
    read: (db) => readBookmarkState(db, courseId),
    readKey: courseId,
  });
  return state.data;
}

/**
 * Sets or removes a course's bookmark: on screen at once, at the server when it can be reached.
 *
 * @returns whether the device has stored it; if not, the learner has been told.
 */
export function setBookmark(
  course: Course,
  isOn: boolean,
  inventory: string | null = null,
): Promise<boolean> {
  return saveOrTell('bookmark', () => putBookmarkIntent(currentDb(), course, inventory, isOn));
}
