import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { OfflineFile } from '#contracts/offline.ts';
import type { Db } from '../../db/client.ts';
import {
  boards,
  captions,
  courses,
  lessons,
  textbookBundles,
  textbookFiles,
} from '../../db/schema/catalog.ts';
import { notFound } from '../../errors.ts';

/** A file that a device needs, by its path in the media store. */
export type Wanted = { path: string; kind: OfflineFile['kind'] };
export type Lesson = typeof lessons.$inferSelect;

/** The course with the paths of everything its lessons show. */
export async function loadCourse(db: Db, courseId: number) {
  const course = (await db.select().from(courses).where(eq(courses.id, courseId)).limit(1))[0];
  if (!course) throw notFound();
  const isOfCourse = and(eq(lessons.courseId, courseId), isNull(lessons.withdrawn));
  const lessonRows = await db.select().from(lessons).where(isOfCourse).orderBy(asc(lessons.sequence));
  const ids = lessonRows.map(({ id }) => id);
  const [captionRows, boardRows, books] = [
    ids.length > 0 ? await db.select().from(captions).where(inArray(captions.lessonId, ids)) : [],
    ids.length > 0 ? await db.select().from(boards).where(inArray(boards.lessonId, ids)) : [],
    await db
      .select({ path: textbookFiles.path })
      .from(textbookFiles)
      .innerJoin(textbookBundles, eq(textbookBundles.id, textbookFiles.bundleId))
      .where(eq(textbookBundles.courseId, courseId)),
  ];
  return {
    course,
    lessons: lessonRows,
    captions: Map.groupBy(captionRows, ({ lessonId }) => lessonId),
    boards: Map.groupBy(boardRows, ({ lessonId }) => lessonId),
    shared: [
      ...books.map(({ path }): Wanted => ({ path, kind: 'textbook' })),
      ...(course.thumbnail ? [{ path: course.thumbnail, kind: 'thumbnail' } satisfies Wanted] : []),
    ],
  };
}

export type LoadedCourse = Awaited<ReturnType<typeof loadCourse>>;
