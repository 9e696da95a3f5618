import type { z } from 'zod/mini';
import type { inventorySchema, progressSchema } from '#contracts/inventory.ts';
import type { inventories } from '../db/schema/learning.ts';
import type { Deps } from '../deps.ts';
import type { CourseTree } from '../domain/course/load.ts';
import type { Marks } from '../domain/course/marks.ts';
import { isExpired } from '../domain/inventory/policy.ts';
import { presentCourse } from './course.ts';

/** How long an unwatched item counts as new, milliseconds. */
const newFor = 30 * 24 * 60 * 60_000;

type Last = { id: number; name: string; position: number; at: Date };

function lastLesson(tree: CourseTree, marks: Marks): Last | null {
  let last: Last | null = null;
  for (const { id, name } of tree.lessons) {
    const watch = marks.watches.get(id);
    if (watch && (last === null || watch.watchedAt > last.at)) {
      last = { id, name, position: watch.position, at: watch.watchedAt };
    }
  }
  return last;
}

function presentProgress(tree: CourseTree, marks: Marks, last: Last | null): z.input<typeof progressSchema> {
  return {
    completed_lessons: tree.lessons.filter((lesson) => marks.watches.get(lesson.id)?.isCompleted).length,
    lesson_count: tree.lessons.length,
    last_lesson: last && { id: last.id, name: last.name, position: last.position },
    last_watched_at: last?.at.toISOString() ?? null,
  };
}

/** A purchased course (specification.md 3) with the whole course and the learner's progress. */
export function presentInventory(
  deps: Deps,
  item: typeof inventories.$inferSelect,
  tree: CourseTree,
  marks: Marks,
): z.input<typeof inventorySchema> {
  const now = deps.clock.now();
  const expired = isExpired(item.expireAt, now);
  const last = lastLesson(tree, marks);
  return {
    id: item.id,
    user: item.userId,
    product_id: item.productId,
    created: item.created.toISOString(),
    modified: item.modified.toISOString(),
    expire_at: item.expireAt?.toISOString() ?? null,
    is_expired: expired,
    is_auto_renewal: item.isAutoRenewal,
    is_new: !expired && last === null && now - item.created.getTime() < newFor,
    course: presentCourse(deps, tree, marks),
    progress: presentProgress(tree, marks, last),
  };
}
