import type { z } from 'zod/mini';
import type { bookmarkSchema } from '#contracts/marks.ts';
import type { Tx } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import type { BookmarkPage, BookmarkRow } from '../domain/bookmark/store.ts';
import { type CourseTree, loadCourses } from '../domain/course/load.ts';
import { loadMarks } from '../domain/course/marks.ts';
import { accessOf } from '../domain/inventory/policy.ts';
import { presentCourse } from './course.ts';

type BookmarkBody = z.input<typeof bookmarkSchema>;
type Content = Pick<BookmarkPage, 'marks' | 'access'> & { trees: Map<number, CourseTree> };

function presentBookmark(deps: Deps, row: BookmarkRow, { trees, marks, access }: Content): BookmarkBody[] {
  const tree = trees.get(row.courseId);
  if (!tree) return [];
  return [
    {
      id: row.id,
      course: presentCourse(deps, tree, marks),
      is_check: row.isCheck,
      inventory: access.get(row.courseId)?.inventoryId ?? null,
      created: row.created.toISOString(),
    },
  ];
}

/** Bookmarks of a page with their whole courses, in its order (specification.md 3). */
export async function presentBookmarks(deps: Deps, page: BookmarkPage): Promise<BookmarkBody[]> {
  const trees = await deps.trees.read(
    page.version,
    page.rows.map((row) => row.courseId),
  );
  return page.rows.flatMap((row) => presentBookmark(deps, row, { ...page, trees }));
}

/** A bookmark as it is inside the transaction that has set it; `null`: its course is gone. */
export async function presentSetBookmark(deps: Deps, tx: Tx, row: BookmarkRow): Promise<BookmarkBody | null> {
  const { userId, courseId } = row;
  const trees = await loadCourses(tx, [courseId]);
  const marks = await loadMarks(tx, userId, [courseId]);
  const access = await accessOf(tx, userId, [courseId], deps.clock.now());
  return presentBookmark(deps, row, { trees, marks, access })[0] ?? null;
}
