import { and, inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { courses } from '../../db/schema/catalog.ts';
import type { StoredSubject } from '../../db/schema/entryExam.ts';
import { isOnSale } from '../course/catalogue.ts';

/** Courses by their key in the pack. */
export type OnSale = Map<string, { id: number; name: string; isForGrade: boolean }>;

/** The courses on sale today that areas name, and whether each is made for a school year. */
export async function coursesFor(
  db: Db,
  subjects: StoredSubject[],
  grade: string,
  now: number,
): Promise<OnSale> {
  const keys = subjects.flatMap(({ areas }) => areas.flatMap((area) => area.courses));
  if (keys.length === 0) return new Map();
  const rows = await db
    .select({ key: courses.key, id: courses.id, name: courses.name, grades: courses.grades })
    .from(courses)
    .where(and(isOnSale(now), inArray(courses.key, keys)));
  return new Map(
    rows.map(({ key, id, name, grades }) => [
      key,
      { id, name, isForGrade: (grades as string[]).includes(grade) },
    ]),
  );
}
