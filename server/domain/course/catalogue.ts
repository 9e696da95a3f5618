import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { courseGrades, courseLevels, courseSorts } from '#contracts/catalogue.ts';
import { foldText, matchesAll, searchWords } from '#shared/lib/text/fold.ts';
import type { Db } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import { courses, courseTeachers, lessons, teachers } from '../../db/schema/catalog.ts';

type Grade = (typeof courseGrades)[number];
type Sort = (typeof courseSorts)[number];

/** What a visitor looks for in the catalogue (product.md 3.4). */
export type Wanted = {
  /** Words as they were typed. */
  q?: string | undefined;
  subject?: string | undefined;
  /** Made for one of these. */
  grade?: Grade[] | undefined;
  level?: (typeof courseLevels)[number] | undefined;
  teacher?: number | undefined;
  /** Costs at most so much, yen. */
  price_max?: number | undefined;
  /** Only what is sold for a time (期間限定). */
  limited?: boolean | undefined;
  sort: Sort;
};

/** Whether a course is on sale at a moment: neither withdrawn nor after the end of its sale (product.md 2.2.A). */
export function isOnSale(now: number): SQL | undefined {
  const isInTime = or(isNull(courses.saleEndsAt), gte(courses.saleEndsAt, new Date(now)));
  return and(isNull(courses.withdrawn), isInTime);
}

const orders: Record<Sort, SQL[]> = {
  recommended: [asc(courses.order), asc(courses.id)],
  new: [desc(courses.created), desc(courses.id)],
  price: [asc(courses.price), asc(courses.id)],
  price_desc: [desc(courses.price), asc(courses.id)],
};

function taughtBy(db: Db, teacherId: number): SQL {
  const taught = and(eq(courseTeachers.courseId, courses.id), eq(courseTeachers.teacherId, teacherId));
  return exists(db.select({ one: sql`1` }).from(courseTeachers).where(taught));
}

function filterOf(db: Db, wanted: Wanted, now: number): SQL | undefined {
  const { subject, grade, level, teacher, price_max, limited } = wanted;
  return and(
    isOnSale(now),
    subject === undefined ? undefined : eq(courses.subjectId, subject),
    level === undefined ? undefined : eq(courses.level, level),
    grade === undefined ? undefined : or(...grade.map((one) => holds(courses.grades, one))),
    teacher === undefined ? undefined : taughtBy(db, teacher),
    price_max === undefined ? undefined : lte(courses.price, price_max),
    limited ? isNotNull(courses.saleEndsAt) : undefined,
  );
}

/** Whether a list that is kept as JSON holds a value. */
export function holds(column: typeof courses.grades | typeof teachers.subjects, value: string): SQL {
  return sql`${column} @> ${JSON.stringify([value])}::jsonb`;
}

/** What a search looks through, by course: its name, subject, summary, teachers and lessons, each line folded. */
async function searchTexts(db: Db, filter: SQL | undefined): Promise<Map<number, string>> {
  const left = db.select({ id: courses.id }).from(courses).where(filter);
  const own = await db
    .select({ id: courses.id, name: courses.name, subject: courses.subjectName, summary: courses.summary })
    .from(courses)
    .where(filter);
  const staff = await db
    .select({ id: courseTeachers.courseId, name: teachers.name, kana: teachers.kana })
    .from(courseTeachers)
    .innerJoin(teachers, eq(teachers.id, courseTeachers.teacherId))
    .where(inArray(courseTeachers.courseId, left));
  const contents = await db
    .select({ id: lessons.courseId, name: lessons.name })
    .from(lessons)
    .where(and(inArray(lessons.courseId, left), isNull(lessons.withdrawn)));
  const texts = new Map<number, string>();
  for (const { id, ...lines } of [...own, ...staff, ...contents]) {
    const folded = Object.values(lines).map(foldText).join('\n');
    texts.set(id, `${texts.get(id) ?? ''}\n${folded}`);
  }
  return texts;
}

async function found(db: Db, filter: SQL | undefined, sort: Sort, words: string[]): Promise<number[]> {
  const texts = await searchTexts(db, filter);
  const rows = await db
    .select({ id: courses.id })
    .from(courses)
    .where(filter)
    .orderBy(...orders[sort]);
  return rows.map((row) => row.id).filter((id) => matchesAll(texts.get(id) ?? '', words));
}

/**
 * One page of the courses on sale that match a search, by number, and how many there are. Words are compared as in the
 * library's own search (src/shared/lib/text/fold.ts). The database cannot fold kana and width, so for a search with
 * words the texts are read and compared here.
 */
export async function pageOfCourses(
  db: Db,
  wanted: Wanted,
  page: number,
  now: number,
): Promise<{ count: number; ids: number[] }> {
  const filter = filterOf(db, wanted, now);
  const { limit, offset } = pageSlice(page);
  const words = searchWords(wanted.q ?? '');
  if (words.length > 0) {
    const ids = await found(db, filter, wanted.sort, words);
    return { count: ids.length, ids: ids.slice(offset, offset + limit) };
  }
  const totals = await db.select({ count: count() }).from(courses).where(filter);
  const rows = await db
    .select({ id: courses.id })
    .from(courses)
    .where(filter)
    .orderBy(...orders[wanted.sort])
    .limit(limit)
    .offset(offset);
  return { count: totals[0]?.count ?? 0, ids: rows.map((row) => row.id) };
}

/** Whether there is such a course, on sale or not. */
export async function courseExists(db: Db, id: number): Promise<boolean> {
  return (await db.select({ id: courses.id }).from(courses).where(eq(courses.id, id))).length > 0;
}

/** The courses on sale of a teacher, by number, in the order of the catalogue. */
export async function coursesOfTeacher(db: Db, teacherId: number, now: number): Promise<number[]> {
  const rows = await db
    .select({ id: courses.id })
    .from(courses)
    .where(and(isOnSale(now), taughtBy(db, teacherId)))
    .orderBy(...orders.recommended);
  return rows.map((row) => row.id);
}

/** Which of the courses are on sale, by their key in the pack. */
export async function coursesOnSale(
  db: Db,
  keys: readonly string[],
  now: number,
): Promise<Map<string, { id: number; name: string }>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select({ id: courses.id, key: courses.key, name: courses.name })
    .from(courses)
    .where(and(isOnSale(now), inArray(courses.key, [...keys])));
  return new Map(rows.map(({ key, ...course }) => [key, course]));
}

/** The first course of the catalogue with a free lesson to watch; `null`: there is none. */
export async function firstWithSample(db: Db, now: number): Promise<number | null> {
  const isSample = and(eq(lessons.isFree, true), isNotNull(lessons.video), isNull(lessons.withdrawn));
  const [first] = await db
    .select({ id: courses.id })
    .from(courses)
    .innerJoin(lessons, eq(lessons.courseId, courses.id))
    .where(and(isOnSale(now), isSample))
    .orderBy(...orders.recommended)
    .limit(1);
  return first?.id ?? null;
}

/** Whether any course is sold for a time, that is, whether there is anything to filter by. */
export async function hasLimited(db: Db, now: number): Promise<boolean> {
  const rows = await db
    .select({ id: courses.id })
    .from(courses)
    .where(and(isOnSale(now), isNotNull(courses.saleEndsAt)))
    .limit(1);
  return rows.length > 0;
}

/** The subjects of all courses on sale, in the order of the catalogue. */
export async function loadSubjects(db: Db, now: number): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .select({ id: courses.subjectId, name: sql<string>`min(${courses.subjectName})` })
    .from(courses)
    .where(isOnSale(now))
    .groupBy(courses.subjectId)
    .orderBy(sql`min(${courses.order})`, asc(courses.subjectId));
  return rows;
}

/** Teachers of the courses on sale, sorted by the reading of their names. */
export async function loadTeachers(db: Db, now: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectDistinct({ id: teachers.id, name: teachers.name, kana: teachers.kana })
    .from(teachers)
    .innerJoin(courseTeachers, eq(courseTeachers.teacherId, teachers.id))
    .innerJoin(courses, eq(courses.id, courseTeachers.courseId))
    .where(isOnSale(now))
    .orderBy(asc(teachers.kana), asc(teachers.id))
    .then((rows) => rows.map(({ id, name }) => ({ id, name })));
}
