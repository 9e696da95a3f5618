import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import { boards, captions, courses, lessons } from '../../db/schema/catalog.ts';
import { loadLessons } from '../course/load.ts';

type Boards = (typeof boards.$inferSelect)[];
type Captions = (typeof captions.$inferSelect)[];

/** A lesson with everything that its page shows. */
export type FullLesson = {
  lesson: typeof lessons.$inferSelect;
  course: { id: number; name: string };
  boards: Boards;
  captions: Captions;
  previous: number | null;
  next: number | null;
};

async function complete(
  db: Db,
  rows: (typeof lessons.$inferSelect)[],
  courseId: number,
): Promise<FullLesson[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const course = (
    await db.select({ id: courses.id, name: courses.name }).from(courses).where(eq(courses.id, courseId))
  )[0];
  if (!course) throw new Error('lesson without a course');
  const boardRows = await db
    .select()
    .from(boards)
    .where(inArray(boards.lessonId, ids))
    .orderBy(asc(boards.startSec));
  const captionRows = await db
    .select()
    .from(captions)
    .where(inArray(captions.lessonId, ids))
    .orderBy(asc(captions.id));
  const sequence = (await loadLessons(db, [courseId])).map((lesson) => lesson.id);
  const boardsOf = Map.groupBy(boardRows, (board) => board.lessonId);
  const captionsOf = Map.groupBy(captionRows, (caption) => caption.lessonId);
  return rows.map((lesson) => {
    const place = sequence.indexOf(lesson.id);
    return {
      lesson,
      course,
      boards: boardsOf.get(lesson.id) ?? [],
      captions: captionsOf.get(lesson.id) ?? [],
      previous: sequence[place - 1] ?? null,
      next: sequence[place + 1] ?? null,
    };
  });
}

/** One lesson of a course, whole; `null` when it is gone. */
export async function loadFullLesson(db: Db, lessonId: number, courseId: number): Promise<FullLesson | null> {
  const rows = await db.select().from(lessons).where(eq(lessons.id, lessonId)).limit(1);
  return (await complete(db, rows, courseId))[0] ?? null;
}

/** One page of a course's lessons, whole, in the order of the course. */
export async function pageOfLessons(db: Db, courseId: number, page: number) {
  const where = and(eq(lessons.courseId, courseId), isNull(lessons.withdrawn));
  const totals = await db.select({ count: count() }).from(lessons).where(where);
  const { limit, offset } = pageSlice(page);
  const rows = await db
    .select()
    .from(lessons)
    .where(where)
    .orderBy(asc(lessons.sequence))
    .limit(limit)
    .offset(offset);
  return { count: totals[0]?.count ?? 0, lessons: await complete(db, rows, courseId) };
}
