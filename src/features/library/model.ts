import type { Course } from '#contracts/course.ts';
import type { Inventory } from '#contracts/inventory.ts';
import type { PageView } from '#shared/lib/mirror/pages.ts';

/** Path of the inventory list (specification.md 7). */
export const inventoryPath = '/api/lms/inventory/';

/** The query every library starts with (specification.md 7, session.md 13.1). */
export const firstInventoryQuery = 'sort_by_watchhistory=true&page=1';

/** Query keys of this feature. */
export const libraryKeys = {
  page: (query: string) => ['library', 'page', query] as const,
  item: (id: string) => ['library', 'item', id] as const,
};

/** A page of the library. Courses come without their table of contents: see `useInventoryItem`. */
export type InventoryView = PageView<Inventory> & { complete_count: number };

/** The course without its table of contents, as lists keep it. */
export function withoutContents(course: Course): Course {
  return { ...course, course_chapter: [] };
}
