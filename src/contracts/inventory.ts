import * as z from 'zod/mini';
import { courseSchema } from './course.ts';
import { pageOf } from './page.ts';
import { count, flag, id, idOrNull, orNull, text, textOrNull } from './wire.ts';

/** The learner's progress in a course they own. Our addition to the specification's item. */
export const progressSchema = z.object({
  completed_lessons: count,
  lesson_count: count,
  last_lesson: orNull(z.object({ id, name: text, position: count })),
  last_watched_at: textOrNull,
});
export type Progress = z.output<typeof progressSchema>;

/** A purchased course (specification.md 3). The course comes whole, with its table of contents. */
export const inventorySchema = z.object({
  id,
  user: idOrNull,
  product_id: idOrNull,
  created: textOrNull,
  modified: textOrNull,
  /** End of access, ISO 8601; `null`: no end. */
  expire_at: textOrNull,
  is_expired: flag,
  is_auto_renewal: flag,
  is_new: flag,
  course: courseSchema,
  progress: orNull(progressSchema),
});
export type Inventory = z.output<typeof inventorySchema>;

/** GET /api/lms/inventory/?sort_by_watchhistory=true&page=N: all seven fields (specification.md 3). */
export const inventoryPageSchema = z.extend(pageOf(inventorySchema), { complete_count: count });
export type InventoryPage = z.output<typeof inventoryPageSchema>;
