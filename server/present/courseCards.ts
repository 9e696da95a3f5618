import type { z } from 'zod/mini';
import type { courseCardSchema } from '#contracts/catalogue.ts';
import type { courses } from '../db/schema/catalog.ts';
import type { Deps } from '../deps.ts';
import { bareCourses, staffOf } from '../domain/course/load.ts';
import { type Access, accessOf } from '../domain/inventory/policy.ts';
import { mayBuyAgain } from '../domain/money/access.ts';
import { mediaUrl } from './course.ts';

type CourseRow = typeof courses.$inferSelect;
type CardBody = z.input<typeof courseCardSchema>;

/** The price of a course and the learner's access to it (product.md 2.1); without `access` as guests see it. */
export function presentOffer(course: CourseRow, access: Access | null, now: number) {
  const isOver = course.saleEndsAt !== null && course.saleEndsAt.getTime() < now;
  const isOnSale = course.withdrawn === null && !isOver;
  const end = access?.expireAt ?? null;
  return {
    grades: course.grades,
    price: course.price,
    list_price: course.listPrice,
    access_days: course.accessDays,
    sale_status: isOnSale ? 'on_sale' : 'ended',
    sale_ends_at: course.saleEndsAt?.toISOString() ?? null,
    is_purchased: access !== null,
    is_expired: access !== null && !access.isOpen,
    can_buy_again: isOnSale && end !== null && mayBuyAgain(end.getTime(), now),
    inventory: access?.inventoryId ?? null,
  };
}

/** Cards of courses, in the order of the numbers, with the learner's access to them; `null`: a guest. */
export async function loadCards(deps: Deps, userId: number | null, courseIds: number[]): Promise<CardBody[]> {
  if (courseIds.length === 0) return [];
  const rows = await bareCourses(deps.db, courseIds);
  const staff = Map.groupBy(await staffOf(deps.db, courseIds), ({ courseId }) => courseId);
  const now = deps.clock.now();
  const access = userId === null ? null : await accessOf(deps.db, userId, courseIds, now);
  const byId = new Map(rows.map((course) => [course.id, course]));
  return courseIds.flatMap((id) => {
    const course = byId.get(id);
    if (!course) return [];
    return [
      {
        id,
        name: course.name,
        category: course.category,
        summary: course.summary,
        duration_sum: course.durationSum,
        lesson_count: course.lessonCount,
        thumbnail: mediaUrl(deps, course.thumbnail),
        subject: { id: course.subjectId, name: course.subjectName },
        level: course.level,
        teachers: (staff.get(id) ?? []).map((teacher) => ({ id: teacher.id, name: teacher.name })),
        created: course.created.toISOString(),
        modified: course.modified.toISOString(),
        ...presentOffer(course, access?.get(id) ?? null, now),
      },
    ];
  });
}
