import { and, eq, exists, inArray, isNull, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { chapters, courses, lessons, teachers, units } from '../db/schema/catalog.ts';
import { bookmarks, checks, favorites, inventories, notes, watchHistories } from '../db/schema/learning.ts';
import { notices } from '../db/schema/notices.ts';
import { orderItems } from '../db/schema/order.ts';
import { lessonsOf, type PackContent } from './packTypes.ts';

/** What vanished from the pack: `withdrawn` rows stay for the learners who have marks on them. */
export type Gone = {
  withdrawnLessons: number;
  deletedLessons: number;
  withdrawnCourses: number;
  deletedCourses: number;
};

function hasMarks(tx: Tx): SQL {
  const marks = [favorites, checks, notes, watchHistories].map((table) =>
    exists(tx.select({ one: sql`1` }).from(table).where(eq(table.lessonId, lessons.id))),
  );
  return or(...marks) ?? sql`false`;
}

async function removeLessons(tx: Tx, pack: PackContent, courseIds: number[], now: Date) {
  const gone = and(
    inArray(lessons.courseId, courseIds),
    notInArray(
      lessons.key,
      lessonsOf(pack).map((lesson) => lesson.id),
    ),
    isNull(lessons.withdrawn),
  );
  const marked = hasMarks(tx);
  const deleted = await tx
    .delete(lessons)
    .where(and(gone, not(marked)))
    .returning({ id: lessons.id });
  const withdrawn = await tx
    .update(lessons)
    .set({ withdrawn: now, modified: now, unitId: null })
    .where(gone)
    .returning({ id: lessons.id });
  return { deletedLessons: deleted.length, withdrawnLessons: withdrawn.length };
}

async function removeStructure(tx: Tx, pack: PackContent, courseIds: number[]): Promise<void> {
  const chapterKeys = pack.courses.flatMap((course) => course.chapters.map((chapter) => chapter.id));
  const unitKeys = pack.courses.flatMap((course) =>
    course.chapters.flatMap((chapter) => chapter.units.map((unit) => unit.id)),
  );
  const here = tx.select({ id: chapters.id }).from(chapters).where(inArray(chapters.courseId, courseIds));
  await tx.delete(units).where(and(inArray(units.chapterId, here), notInArray(units.key, unitKeys)));
  await tx
    .delete(chapters)
    .where(and(inArray(chapters.courseId, courseIds), notInArray(chapters.key, chapterKeys)));
}

async function removeCourses(tx: Tx, pack: PackContent, now: Date) {
  const gone = and(
    eq(courses.pack, pack.id),
    notInArray(
      courses.key,
      pack.courses.map((course) => course.id),
    ),
    isNull(courses.withdrawn),
  );
  const owned = or(
    ...[inventories, bookmarks, favorites, checks, notes, watchHistories].map((table) =>
      exists(tx.select({ one: sql`1` }).from(table).where(eq(table.courseId, courses.id))),
    ),
    // A payment slip for it may be out: whoever pays the slip must get the course.
    exists(
      tx
        .select({ one: sql`1` })
        .from(orderItems)
        .where(sql`${orderItems.courses} @> to_jsonb(${courses.id})`),
    ),
  );
  const deleted = await tx
    .delete(courses)
    .where(and(gone, not(owned ?? sql`false`)))
    .returning({ id: courses.id });
  const withdrawn = await tx
    .update(courses)
    .set({ withdrawn: now, modified: now })
    .where(gone)
    .returning({ id: courses.id });
  return { deletedCourses: deleted.length, withdrawnCourses: withdrawn.length };
}

/**
 * Removes what the pack no longer has. A course that somebody owns or marked stays theirs, with its lessons. A lesson
 * with marks is withdrawn and its marks stay. Everything else is deleted.
 */
export async function removeVanished(
  tx: Tx,
  pack: PackContent,
  courseIds: Map<string, number>,
  now: Date,
): Promise<Gone> {
  const ids = [...courseIds.values()];
  const goneLessons = await removeLessons(tx, pack, ids, now);
  await removeStructure(tx, pack, ids);
  const goneCourses = await removeCourses(tx, pack, now);
  const staff = pack.teachers.map((teacher) => teacher.id);
  const told = pack.notices.map((notice) => notice.id);
  await tx.delete(teachers).where(and(eq(teachers.pack, pack.id), notInArray(teachers.key, staff)));
  await tx.delete(notices).where(and(eq(notices.pack, pack.id), notInArray(notices.key, told)));
  return { ...goneLessons, ...goneCourses };
}
