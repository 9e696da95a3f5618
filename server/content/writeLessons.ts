import { and, inArray, notInArray, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import {
  boards,
  captions,
  lessons,
  textbookBundles,
  textbookFiles,
  whiteboardBundles,
} from '../db/schema/catalog.ts';
import { checks, favorites, notes, watchHistories } from '../db/schema/learning.ts';
import { judgeAgain, lengthsByKey } from './judgeAgain.ts';
import { idOf, idsByKey, overwrite } from './overwrite.ts';
import { type CourseContent, type LessonContent, lessonsOfCourse, type PackContent } from './packTypes.ts';

type Ids = { courseIds: Map<string, number>; unitIds: Map<string, number> };

function lessonColumns(lesson: LessonContent, now: Date) {
  return {
    key: lesson.id,
    name: lesson.name,
    goal: lesson.goal,
    bodyHtml: lesson.bodyHtml,
    duration: lesson.duration,
    isFree: lesson.isFree,
    video: lesson.video?.target ?? null,
    audio: lesson.audio?.target ?? null,
    poster: lesson.poster?.target ?? null,
    textbookPageFrom: lesson.textbookPages?.from ?? null,
    textbookPageTo: lesson.textbookPages?.to ?? null,
    created: now,
    modified: now,
    withdrawn: null,
  };
}

function lessonRows(course: CourseContent, { courseIds, unitIds }: Ids, now: Date) {
  let sequence = 0;
  return course.chapters.flatMap((chapter) =>
    chapter.units.flatMap((unit) =>
      unit.lessons.map((lesson, i) => {
        sequence += 1;
        return {
          ...lessonColumns(lesson, now),
          courseId: idOf(courseIds, course.id),
          unitId: idOf(unitIds, unit.id),
          order: i + 1,
          sequence,
        };
      }),
    ),
  );
}

/** Marks carry the course of their lesson; when a lesson moves to another course, its marks move with it. */
async function moveMarks(tx: Tx): Promise<void> {
  for (const table of [favorites, checks, watchHistories, notes]) {
    await tx.execute(
      sql`update ${table} as mark set course_id = lesson.course_id from ${lessons} as lesson
          where lesson.id = mark.lesson_id and lesson.course_id <> mark.course_id`,
    );
  }
}

async function writeCaptions(tx: Tx, pack: PackContent, lessonIds: Map<string, number>): Promise<void> {
  await tx.delete(captions).where(inArray(captions.lessonId, [...lessonIds.values()]));
  const rows = pack.courses.flatMap(lessonsOfCourse).flatMap((lesson) =>
    lesson.captions
      ? [
          {
            lessonId: idOf(lessonIds, lesson.id),
            lang: 'ja',
            label: '日本語',
            path: lesson.captions.target,
          },
        ]
      : [],
  );
  if (rows.length > 0) await tx.insert(captions).values(rows);
}

/** Stores the lessons with their captions. Answers their numbers by key. */
export async function writeLessons(
  tx: Tx,
  pack: PackContent,
  ids: Ids,
  now: Date,
): Promise<Map<string, number>> {
  const rows = pack.courses.flatMap((course) => lessonRows(course, ids, now));
  const keys = rows.map((row) => row.key);
  const before = await lengthsByKey(tx, keys);
  await tx.insert(lessons).values(rows).onConflictDoUpdate(overwrite(lessons));
  const lessonIds = await idsByKey(tx, lessons, keys);
  const changed = rows.filter(({ key, duration }) => (before.get(key) ?? duration) !== duration);
  await judgeAgain(tx, new Map(changed.map(({ key, duration }) => [idOf(lessonIds, key), duration])));
  await moveMarks(tx);
  await writeCaptions(tx, pack, lessonIds);
  return lessonIds;
}

/** Stores the board pictures of the lessons, one bundle for each course, and deletes those that vanished. */
export async function writeBoards(
  tx: Tx,
  pack: PackContent,
  courseIds: Map<string, number>,
  lessonIds: Map<string, number>,
): Promise<void> {
  const withBoards = pack.courses.filter((course) =>
    lessonsOfCourse(course).some((lesson) => lesson.boards.length > 0),
  );
  const bundleKey = (course: CourseContent) => `${course.id}-boards`;
  const bundles = withBoards.map((course) => ({
    key: bundleKey(course),
    courseId: idOf(courseIds, course.id),
    name: `${course.name} 板書`,
  }));
  const here = inArray(whiteboardBundles.courseId, [...courseIds.values()]);
  const named = bundles.map((bundle) => bundle.key);
  await tx.delete(whiteboardBundles).where(and(here, notInArray(whiteboardBundles.key, named)));
  if (bundles.length === 0) return;
  await tx.insert(whiteboardBundles).values(bundles).onConflictDoUpdate(overwrite(whiteboardBundles));
  const bundleIds = await idsByKey(tx, whiteboardBundles, named);
  const rows = withBoards.flatMap((course) =>
    lessonsOfCourse(course).flatMap((lesson) =>
      lesson.boards.map((board, i) => ({
        key: `${lesson.id}-${i + 1}`,
        bundleId: idOf(bundleIds, bundleKey(course)),
        lessonId: idOf(lessonIds, lesson.id),
        startSec: board.startSec,
        path: board.image.target,
        alt: board.alt,
      })),
    ),
  );
  await tx.insert(boards).values(rows).onConflictDoUpdate(overwrite(boards));
  const stored = inArray(boards.bundleId, [...bundleIds.values()]);
  await tx.delete(boards).where(
    and(
      stored,
      notInArray(
        boards.key,
        rows.map((row) => row.key),
      ),
    ),
  );
}

/** Stores the textbooks, one bundle with one file for each course, and deletes those that vanished. */
export async function writeTextbooks(
  tx: Tx,
  pack: PackContent,
  courseIds: Map<string, number>,
): Promise<void> {
  const books = pack.courses.flatMap((course) =>
    course.textbook ? [{ ...course.textbook, course, key: `${course.id}-textbook` }] : [],
  );
  const here = inArray(textbookBundles.courseId, [...courseIds.values()]);
  const named = books.map((book) => book.key);
  await tx.delete(textbookBundles).where(and(here, notInArray(textbookBundles.key, named)));
  if (books.length === 0) return;
  const bundles = books.map(({ key, course, name }) => ({ key, courseId: idOf(courseIds, course.id), name }));
  await tx.insert(textbookBundles).values(bundles).onConflictDoUpdate(overwrite(textbookBundles));
  const bundleIds = await idsByKey(tx, textbookBundles, named);
  const files = books.map(({ key, name, file, pages }) => ({
    key: `${key}-1`,
    bundleId: idOf(bundleIds, key),
    name,
    pages,
    size: file.size,
    sha256: file.sha256,
    path: file.target,
  }));
  await tx.insert(textbookFiles).values(files).onConflictDoUpdate(overwrite(textbookFiles));
}
