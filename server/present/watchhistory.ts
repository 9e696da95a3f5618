import type { z } from 'zod/mini';
import type { watchSchema } from '#contracts/study.ts';
import type { Deps } from '../deps.ts';
import type { Access } from '../domain/inventory/policy.ts';
import type { ShownWatch } from '../domain/watchhistory/store.ts';
import { presentCourseRef } from './course.ts';

/** Watch history of one lesson (product.md 2.1 Watch). `client_at` is when the position was taken. */
export function presentWatch(
  deps: Deps,
  { watch, lesson, course }: ShownWatch,
  access: Map<number, Access>,
): z.input<typeof watchSchema> {
  return {
    lesson: lesson.id,
    lesson_name: lesson.name,
    course: presentCourseRef(deps, course),
    inventory: access.get(course.id)?.inventoryId ?? null,
    position: watch.position,
    duration: lesson.duration,
    ranges: watch.ranges,
    rate: watch.rate,
    watched_rate: watch.watchedRate,
    is_completed: watch.isCompleted,
    client_at: watch.positionAt.toISOString(),
    rev: watch.rev,
  };
}
