import { and, count, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { courses, lessons, textbookBundles } from '../db/schema/catalog.ts';
import { inventories } from '../db/schema/learning.ts';
import { goneExams } from './exam/writeExams.ts';
import { lessonsOf, type PackContent } from './packTypes.ts';

/** An import was refused because it would take things away and nobody said yes; nothing was changed. */
export class VanishingError extends Error {
  override name = 'VanishingError';
  /** What would be removed, one line each, Japanese. */
  readonly lines: string[];

  constructor(lines: string[]) {
    super('教材にない講座・レッスン・テキスト・試験があります。何も取り込んでいません。');
    this.lines = lines;
  }
}

async function goneCourses(tx: Tx, pack: PackContent): Promise<string[]> {
  const rows = await tx
    .select({
      key: courses.key,
      name: courses.name,
      lessons: courses.lessonCount,
      owners: count(inventories.id),
    })
    .from(courses)
    .leftJoin(inventories, eq(inventories.courseId, courses.id))
    .where(
      and(
        eq(courses.pack, pack.id),
        isNull(courses.withdrawn),
        notInArray(
          courses.key,
          pack.courses.map(({ id }) => id),
        ),
      ),
    )
    .groupBy(courses.id)
    .orderBy(courses.key);
  return rows.map(
    ({ key, name, lessons: many, owners }) =>
      `講座「${name}」(${key})、レッスン ${many}${owners > 0 ? `、購入した人 ${owners}人` : ''}`,
  );
}

async function goneLessons(tx: Tx, pack: PackContent): Promise<string[]> {
  const rows = await tx
    .select({ key: lessons.key, name: lessons.name, course: courses.key })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(
      and(
        eq(courses.pack, pack.id),
        isNull(lessons.withdrawn),
        inArray(
          courses.key,
          pack.courses.map(({ id }) => id),
        ),
        notInArray(
          lessons.key,
          lessonsOf(pack).map(({ id }) => id),
        ),
      ),
    )
    .orderBy(courses.key, lessons.sequence);
  return rows.map(({ key, name, course }) => `レッスン「${name}」(講座 ${course} の ${key})`);
}

async function goneTextbooks(tx: Tx, pack: PackContent): Promise<string[]> {
  const bare = pack.courses.filter(({ textbook }) => textbook === null).map(({ id }) => id);
  if (bare.length === 0) return [];
  const rows = await tx
    .select({ name: textbookBundles.name, course: courses.key })
    .from(textbookBundles)
    .innerJoin(courses, eq(courses.id, textbookBundles.courseId))
    .where(and(eq(courses.pack, pack.id), inArray(courses.key, bare)))
    .orderBy(courses.key);
  return rows.map(({ name, course }) => `テキスト「${name}」(講座 ${course})`);
}

/**
 * Refuses an import that would remove what learners may own or have marks on. A folder that was moved, renamed or not
 * copied looks the same as one that was removed on purpose; and a changed `id` means another course.
 */
export async function assertNothingVanishes(tx: Tx, pack: PackContent): Promise<void> {
  const lines = [
    ...(await goneCourses(tx, pack)),
    ...(await goneLessons(tx, pack)),
    ...(await goneTextbooks(tx, pack)),
    ...(await goneExams(tx, pack)),
  ];
  if (lines.length > 0) throw new VanishingError(lines);
}
