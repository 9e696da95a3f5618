import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { chapters, courses, lessons, teachers, units } from '../db/schema/catalog.ts';
import { notices } from '../db/schema/notices.ts';
import { faqEntries, pages } from '../db/schema/pages.ts';
import { bundles, coupons } from '../db/schema/shop.ts';
import { campaigns, successReports, successStories } from '../db/schema/site.ts';
import { plans } from '../db/schema/subscription.ts';
import { type FilePosition, lessonsOf, type PackContent } from './packTypes.ts';
import { PackRefusedError, ProblemList } from './problems.ts';

type Entry = { id: string; place: FilePosition };
type Found = { key: string; pack: string };

const keysOf = (entries: Entry[]) => entries.map((entry) => entry.id);

/** Ids of this pack that another pack already uses. Importing them would damage that pack. */
async function takenKeys(tx: Tx, pack: PackContent): Promise<[Entry[], Found[]][]> {
  const other = ne(courses.pack, pack.id);
  const chapterList = pack.courses.flatMap((course) => course.chapters);
  const unitList = chapterList.flatMap((chapter) => chapter.units);
  const lessonList = lessonsOf(pack);
  const found = { pack: courses.pack };
  const taken: [Entry[], Found[]][] = [
    [
      pack.courses,
      await tx
        .select({ key: courses.key, ...found })
        .from(courses)
        .where(and(inArray(courses.key, keysOf(pack.courses)), other)),
    ],
    [
      chapterList,
      await tx
        .select({ key: chapters.key, ...found })
        .from(chapters)
        .innerJoin(courses, eq(courses.id, chapters.courseId))
        .where(and(inArray(chapters.key, keysOf(chapterList)), other)),
    ],
    [
      unitList,
      await tx
        .select({ key: units.key, ...found })
        .from(units)
        .innerJoin(chapters, eq(chapters.id, units.chapterId))
        .innerJoin(courses, eq(courses.id, chapters.courseId))
        .where(and(inArray(units.key, keysOf(unitList)), other)),
    ],
    [
      lessonList,
      await tx
        .select({ key: lessons.key, ...found })
        .from(lessons)
        .innerJoin(courses, eq(courses.id, lessons.courseId))
        .where(and(inArray(lessons.key, keysOf(lessonList)), other)),
    ],
  ];
  for (const [entries, table] of [
    [pack.teachers, teachers],
    [pack.notices, notices],
    [pack.pages, pages],
    [pack.faq, faqEntries],
    [pack.success, successReports],
    [pack.success.flatMap(({ stories }) => stories), successStories],
    [pack.campaigns, campaigns],
    [pack.bundles, bundles],
    [pack.plans, plans],
    [pack.coupons, coupons],
  ] as const) {
    const where = and(inArray(table.key, keysOf([...entries])), ne(table.pack, pack.id));
    const rows = await tx.select({ key: table.key, pack: table.pack }).from(table).where(where);
    taken.push([[...entries], rows.map(({ key, pack: of }) => ({ key, pack: of ?? '' }))]);
  }
  return taken;
}

/** Throws `PackRefusedError` when an id of the pack belongs to another imported pack. */
export async function assertOwnKeys(tx: Tx, pack: PackContent): Promise<void> {
  const problems = new ProblemList();
  for (const [entries, found] of await takenKeys(tx, pack)) {
    const owner = new Map(found.map((row) => [row.key, row.pack]));
    for (const { id, place } of entries) {
      const name = owner.get(id);
      if (name !== undefined)
        problems.add(place.file, place.line, `id「${id}」は別の教材「${name}」で使われています。`);
    }
  }
  if (!problems.isEmpty) throw new PackRefusedError(problems);
}
