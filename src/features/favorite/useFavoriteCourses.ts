import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import type { CourseChoice } from './grouping.ts';

/** Courses of all favorites on the device, live, duplicates included; for the filter of the list. */
export function useFavoriteCourses(): CourseChoice[] {
  return useStored(readFavoriteCourses, []) ?? [];
}

async function readFavoriteCourses(): Promise<CourseChoice[]> {
  try {
    const rows = await currentDb().favorites.toArray();
    return rows.map((row) => ({ id: row.value.lesson.course.id, name: row.value.lesson.course.name }));
  } catch {
    return [];
  }
}
