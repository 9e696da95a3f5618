import type { z } from 'zod/mini';
import type { bookmarkSchema } from '#contracts/marks.ts';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import type { BookmarkRow } from '../domain/bookmark/store.ts';
import { loadCourses, loadMarks } from '../domain/course/load.ts';
import { accessOf } from '../domain/inventory/policy.ts';
import { presentCourse } from './course.ts';

/** Bookmarks of one user with their whole courses, in the order given (specification.md 3). */
export async function presentBookmarks(
  deps: Deps,
  db: Db,
  userId: number,
  rows: BookmarkRow[],
): Promise<z.input<typeof bookmarkSchema>[]> {
  const courseIds = rows.map((row) => row.courseId);
  const trees = await loadCourses(db, courseIds);
  const marks = await loadMarks(db, userId, courseIds);
  const access = await accessOf(db, userId, courseIds, deps.clock.now());
  return rows.flatMap((row) => {
    const tree = trees.get(row.courseId);
    if (!tree) return [];
    return {
      id: row.id,
      course: presentCourse(deps, tree, marks),
      is_check: row.isCheck,
      inventory: access.get(row.courseId)?.inventoryId ?? null,
      created: row.created.toISOString(),
    };
  });
}
