import { currentDb } from '#shared/lib/db/userDb.ts';
import { useMirror } from '#shared/lib/mirror/mirror.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { putFavoriteIntent, readFavoriteLessons } from './local.ts';
import type { FavoriteLesson } from './model.ts';
import { favoriteKeys, syncFavoritesOfCourse } from './sync.ts';

/** Ids of the lessons of a course that are favorites, live; loads all of them onto the device. */
export function useFavoriteLessons(courseId: string): ReadonlySet<string> | undefined {
  const lessons = useMirror({
    queryKey: favoriteKeys.course(courseId),
    sync: (db, signal) => syncFavoritesOfCourse(db, courseId, signal),
    read: async (db) => ({ data: await readFavoriteLessons(db, courseId), savedAt: null }),
    isEnabled: courseId !== '',
  });
  return lessons.data;
}

/**
 * Adds or removes a favorite: on screen at once, at the server when it can be reached.
 *
 * @returns whether the device has stored it; if not, the learner has been told.
 */
export function setFavorite(
  lesson: FavoriteLesson,
  isOn: boolean,
  inventory: string | null = null,
): Promise<boolean> {
  return saveOrTell('favorite', () => putFavoriteIntent(currentDb(), lesson, inventory, isOn));
}
