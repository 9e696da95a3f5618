import { inArray } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { chapters, courses, courseTeachers, teachers, units } from '../db/schema/catalog.ts';
import { notices } from '../db/schema/notices.ts';
import { idOf, idsByKey, overwrite } from './overwrite.ts';
import { type CourseContent, lessonsOfCourse, type PackContent } from './packTypes.ts';

/** Stores the pack's teachers. */
export async function writeTeachers(tx: Tx, pack: PackContent): Promise<void> {
  if (pack.teachers.length === 0) return;
  const rows = pack.teachers.map((teacher) => ({
    key: teacher.id,
    pack: pack.id,
    name: teacher.name,
    kana: teacher.kana,
    subjects: [...teacher.subjects],
    catchCopy: teacher.catch_copy,
    career: teacher.career,
    message: teacher.message,
    photo: teacher.photo?.target ?? null,
  }));
  await tx.insert(teachers).values(rows).onConflictDoUpdate(overwrite(teachers));
}

/** Stores the pack's notices. */
export async function writeNotices(tx: Tx, pack: PackContent, now: Date): Promise<void> {
  if (pack.notices.length === 0) return;
  const rows = pack.notices.map((notice) => ({
    key: notice.id,
    pack: pack.id,
    title: notice.title,
    bodyHtml: notice.bodyHtml,
    category: notice.category,
    isPinned: notice.is_pinned,
    audience: notice.audience,
    published: new Date(notice.published_at),
    created: now,
  }));
  await tx.insert(notices).values(rows).onConflictDoUpdate(overwrite(notices));
}

function courseRow(course: CourseContent, pack: string, place: number, now: Date) {
  const lessons = lessonsOfCourse(course);
  return {
    key: course.id,
    pack,
    name: course.name,
    category: course.category,
    subjectId: course.subject.id,
    subjectName: course.subject.name,
    level: course.level,
    grades: [...course.grades],
    summary: course.summary,
    description: course.description,
    orientation: course.orientation,
    prerequisites: [...course.prerequisites],
    price: course.price,
    listPrice: course.list_price,
    accessDays: course.access_days,
    saleEndsAt: course.sale_ends_at ? new Date(course.sale_ends_at) : null,
    sampleVideo: lessons.find((lesson) => lesson.isFree && lesson.video)?.video?.target ?? null,
    thumbnail: course.thumbnail?.target ?? null,
    textbookSamples: course.textbookSamples.map(({ picture, ...sample }) => ({
      ...sample,
      path: picture.target,
    })),
    durationSum: lessons.reduce((sum, lesson) => sum + lesson.duration, 0),
    lessonCount: lessons.length,
    order: course.order ?? place,
    created: now,
    modified: now,
    withdrawn: null,
  };
}

async function writeStaff(tx: Tx, pack: PackContent, courseIds: Map<string, number>): Promise<void> {
  const keys = pack.courses.flatMap((course) => course.teachers);
  const teacherIds = await idsByKey(tx, teachers, keys);
  await tx.delete(courseTeachers).where(inArray(courseTeachers.courseId, [...courseIds.values()]));
  const rows = pack.courses.flatMap((course) =>
    [...new Set(course.teachers)].map((key, order) => ({
      courseId: idOf(courseIds, course.id),
      teacherId: idOf(teacherIds, key),
      order,
    })),
  );
  await tx.insert(courseTeachers).values(rows);
}

/** Stores courses, chapters and units. Answers the numbers of courses and units by key. */
export async function writeCourses(tx: Tx, pack: PackContent, now: Date) {
  const rows = pack.courses.map((course, i) => courseRow(course, pack.id, i + 1, now));
  await tx.insert(courses).values(rows).onConflictDoUpdate(overwrite(courses));
  const courseIds = await idsByKey(
    tx,
    courses,
    rows.map((row) => row.key),
  );
  await writeStaff(tx, pack, courseIds);
  const chapterRows = pack.courses.flatMap((course) =>
    course.chapters.map(({ id, name }, i) => ({
      key: id,
      courseId: idOf(courseIds, course.id),
      name,
      order: i + 1,
    })),
  );
  await tx.insert(chapters).values(chapterRows).onConflictDoUpdate(overwrite(chapters));
  const chapterIds = await idsByKey(
    tx,
    chapters,
    chapterRows.map((row) => row.key),
  );
  const unitRows = pack.courses.flatMap((course) =>
    course.chapters.flatMap((chapter) =>
      chapter.units.map(({ id, name }, i) => ({
        key: id,
        chapterId: idOf(chapterIds, chapter.id),
        name,
        order: i + 1,
      })),
    ),
  );
  await tx.insert(units).values(unitRows).onConflictDoUpdate(overwrite(units));
  const unitIds = await idsByKey(
    tx,
    units,
    unitRows.map((row) => row.key),
  );
  return { courseIds, unitIds };
}
