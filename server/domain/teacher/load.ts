import { and, asc, count, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import { courseTeachers, teachers } from '../../db/schema/catalog.ts';
import { holds } from '../course/catalogue.ts';

export type TeacherRow = typeof teachers.$inferSelect;

/** One page of the teachers, of one subject when given, in the order of their import. */
export async function pageOfTeachers(db: Db, page: number, subject: string | undefined) {
  const where = and(subject === undefined ? undefined : holds(teachers.subjects, subject));
  const totals = await db.select({ count: count() }).from(teachers).where(where);
  const { limit, offset } = pageSlice(page);
  const rows = await db
    .select()
    .from(teachers)
    .where(where)
    .orderBy(asc(teachers.id))
    .limit(limit)
    .offset(offset);
  return { count: totals[0]?.count ?? 0, rows };
}

/** One teacher, or `null`. */
export async function findTeacher(db: Db, id: number): Promise<TeacherRow | null> {
  const rows = await db.select().from(teachers).where(eq(teachers.id, id)).limit(1);
  return rows[0] ?? null;
}

/** The teachers of a course, in its order. */
export async function teachersOfCourse(db: Db, courseId: number): Promise<TeacherRow[]> {
  const rows = await db
    .select({ teacher: teachers })
    .from(teachers)
    .innerJoin(courseTeachers, eq(courseTeachers.teacherId, teachers.id))
    .where(eq(courseTeachers.courseId, courseId))
    .orderBy(asc(courseTeachers.order));
  return rows.map((row) => row.teacher);
}
