import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import { type Mirror, useMirror } from '#shared/lib/mirror/mirror.ts';
import type { PageView } from '#shared/lib/mirror/pages.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { putForgetIntent, readRecentPage } from './local.ts';
import { recentQuery, type Seen } from './model.ts';
import { recentKeys, syncRecentPage } from './sync.ts';

/** One page of the watch history, of all courses or of one. `query`: that of the first page, or that of a page link. */
export function useRecent(query: string, course: string): Mirror<PageView<Seen>> {
  const isFirst = query === recentQuery(course);
  return useMirror({
    queryKey: recentKeys.page(query),
    sync: (db, signal) => syncRecentPage(db, query, signal),
    read: (db) => readRecentPage(db, query, course, isFirst),
    readKey: `${course}:${isFirst}`,
  });
}

/** A course to filter by. */
export type SeenCourse = { id: string; name: string };

/** The courses of the history on the device, by name, live; for the filter. */
export function useSeenCourses(): SeenCourse[] {
  return useStored(readSeenCourses, []) ?? [];
}

async function readSeenCourses(): Promise<SeenCourse[]> {
  try {
    const rows = await currentDb().watches.toArray();
    const names = new Map(
      rows.flatMap(({ value }) => (value.course ? [[value.course.id, value.course.name]] : [])),
    );
    const order = new Intl.Collator('ja', { numeric: true });
    return [...names]
      .map(([id, name]) => ({ id, name }))
      .sort((one, other) => order.compare(one.name, other.name));
  } catch {
    return [];
  }
}

/**
 * Removes a lesson from the history, or all of them with `null`.
 *
 * @returns whether the device has stored it; if not, the learner has been told.
 */
export function forgetWatched(lesson: string | null, label: string): Promise<boolean> {
  return saveOrTell('change', () => putForgetIntent(currentDb(), lesson, label));
}
