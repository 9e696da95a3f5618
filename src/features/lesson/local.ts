import { type Lesson, lessonSchema } from '#contracts/lesson.ts';
import { type LessonRow, readValue, stored } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import type { StoredAnswer } from '#shared/lib/mirror/mirror.ts';

/** Key that marks the version of a course whose texts are all on the device. */
type KeptTexts = { modified: string | null; lessons: number };

/** Stores a lesson as the server sent it. */
export async function saveLesson(db: UserDb, lesson: Lesson, savedAt: number): Promise<void> {
  await db.lessons.put(lessonRow(lesson, savedAt));
}

/** A stored lesson; `null` when it is not on the device. */
export async function readLesson(db: UserDb, id: string): Promise<StoredAnswer<Lesson> | null> {
  const row = await db.lessons.get(id);
  const lesson = readValue(row, lessonSchema);
  return row && lesson ? { data: lesson, savedAt: row.saved_at } : null;
}

/** Stores every lesson of a course, deletes those that no longer exist, and marks the course as complete. */
export async function saveCourseTexts(
  db: UserDb,
  courseId: string,
  lessons: Lesson[],
  modified: string | null,
  savedAt: number,
): Promise<void> {
  await db.transaction('rw', db.lessons, db.singles, async () => {
    const listed = new Set(lessons.map(({ id }) => id));
    const old = await db.lessons.where('course').equals(courseId).primaryKeys();
    await db.lessons.bulkDelete(old.filter((id) => !listed.has(id)));
    await db.lessons.bulkPut(lessons.map((lesson) => lessonRow(lesson, savedAt)));
    const kept: KeptTexts = { modified, lessons: lessons.length };
    await db.singles.put({ ...stored(kept, savedAt), key: textsKey(courseId) });
  });
}

/**
 * When all texts of this version of the course were stored, epoch ms; `null` if they were not, or if one of them is
 * missing again.
 */
export async function readTextsKeptAt(
  db: UserDb,
  courseId: string,
  modified: string | null,
): Promise<number | null> {
  const row = await db.singles.get(textsKey(courseId));
  const kept = row?.value as KeptTexts | undefined;
  if (!row || !kept || kept.modified !== modified) return null;
  const here = await db.lessons.where('course').equals(courseId).count();
  return here >= kept.lessons ? row.saved_at : null;
}

/** Deletes the texts of a course the learner may no longer read. */
export async function forgetCourseTexts(db: UserDb, courseId: string): Promise<void> {
  await db.transaction('rw', db.lessons, db.singles, async () => {
    await db.lessons.where('course').equals(courseId).delete();
    await db.singles.delete(textsKey(courseId));
  });
}

function textsKey(courseId: string): string {
  return `lesson-texts:${courseId}`;
}

function lessonRow(lesson: Lesson, savedAt: number): LessonRow {
  return { ...stored(lesson, savedAt), id: lesson.id, course: lesson.course.id };
}
