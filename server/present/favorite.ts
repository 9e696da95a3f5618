import type { z } from 'zod/mini';
import type { favoriteSchema } from '#contracts/marks.ts';
import type { Deps } from '../deps.ts';
import type { FavoriteRow } from '../domain/favorite/store.ts';
import type { Access } from '../domain/inventory/policy.ts';
import { presentCourseRef } from './course.ts';

/** A favorite lesson with the fields that name its course (product.md 2.1 Favorite). */
export function presentFavorite(
  deps: Deps,
  row: FavoriteRow,
  access: Map<number, Access>,
): z.input<typeof favoriteSchema> {
  return {
    id: row.id,
    lesson: { ...row.lesson, course: presentCourseRef(deps, row.course) },
    inventory: access.get(row.course.id)?.inventoryId ?? null,
    created: row.created.toISOString(),
  };
}
