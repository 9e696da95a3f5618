import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import {
  chapters,
  courses,
  courseTeachers,
  lessons,
  teachers,
  textbookBundles,
  units,
  whiteboardBundles,
} from '../../db/schema/catalog.ts';

/** A lesson without its text, as it stands in a table of contents. */
const lightLesson = {
  id: lessons.id,
  courseId: lessons.courseId,
  unitId: lessons.unitId,
  name: lessons.name,
  order: lessons.order,
  sequence: lessons.sequence,
  duration: lessons.duration,
  isFree: lessons.isFree,
  video: lessons.video,
  textbookPageFrom: lessons.textbookPageFrom,
  textbookPageTo: lessons.textbookPageTo,
};

/** Lessons of the courses in order, without withdrawn ones. */
export function loadLessons(db: Db, courseIds: number[]) {
  return db
    .select(lightLesson)
    .from(lessons)
    .where(and(inArray(lessons.courseId, courseIds), isNull(lessons.withdrawn), isNotNull(lessons.unitId)))
    .orderBy(asc(lessons.courseId), asc(lessons.sequence));
}

/** The courses themselves, in no order and without their contents. Unknown ids are left out. */
export function bareCourses(db: Db, courseIds: number[]) {
  return db.select().from(courses).where(inArray(courses.id, courseIds));
}

/** Who teaches the courses, in the order of each course. */
export function staffOf(db: Db, courseIds: number[]) {
  return db
    .select({ courseId: courseTeachers.courseId, id: teachers.id, name: teachers.name })
    .from(courseTeachers)
    .innerJoin(teachers, eq(teachers.id, courseTeachers.teacherId))
    .where(inArray(courseTeachers.courseId, courseIds))
    .orderBy(asc(courseTeachers.order));
}

async function loadRows(db: Db, courseIds: number[]) {
  const rows = await db
    .select({ course: courses, textbookId: textbookBundles.id, whiteboardId: whiteboardBundles.id })
    .from(courses)
    .leftJoin(textbookBundles, eq(textbookBundles.courseId, courses.id))
    .leftJoin(whiteboardBundles, eq(whiteboardBundles.courseId, courses.id))
    .where(inArray(courses.id, courseIds));
  const staff = await staffOf(db, courseIds);
  const chapterRows = await db
    .select()
    .from(chapters)
    .where(inArray(chapters.courseId, courseIds))
    .orderBy(asc(chapters.order));
  const unitRows = await db
    .select({ id: units.id, chapterId: units.chapterId, name: units.name, order: units.order })
    .from(units)
    .innerJoin(chapters, eq(chapters.id, units.chapterId))
    .where(inArray(chapters.courseId, courseIds))
    .orderBy(asc(units.order));
  return { rows, staff, chapterRows, unitRows, lessonRows: await loadLessons(db, courseIds) };
}

type Rows = Awaited<ReturnType<typeof loadRows>>;
export type LightLesson = Rows['lessonRows'][number];

/** A course with its table of contents as rows. */
export type CourseTree = {
  course: Rows['rows'][number]['course'];
  textbookId: number | null;
  whiteboardId: number | null;
  teachers: { id: number; name: string }[];
  chapters: (Rows['chapterRows'][number] & {
    units: (Rows['unitRows'][number] & { lessons: LightLesson[] })[];
  })[];
  /** All lessons in the order of the course. */
  lessons: LightLesson[];
};

/** Reads whole courses, by id: five queries however many courses there are. Unknown ids are left out. */
export async function loadCourses(db: Db, courseIds: number[]): Promise<Map<number, CourseTree>> {
  if (courseIds.length === 0) return new Map();
  const { rows, staff, chapterRows, unitRows, lessonRows } = await loadRows(db, courseIds);
  const chaptersOf = Map.groupBy(chapterRows, (chapter) => chapter.courseId);
  const unitsOf = Map.groupBy(unitRows, (unit) => unit.chapterId);
  const lessonsOf = Map.groupBy(lessonRows, (lesson) => lesson.unitId);
  const lessonsOfCourse = Map.groupBy(lessonRows, (lesson) => lesson.courseId);
  const teachersOf = Map.groupBy(staff, (teacher) => teacher.courseId);
  const tree = ({ course, textbookId, whiteboardId }: Rows['rows'][number]): CourseTree => ({
    course,
    textbookId,
    whiteboardId,
    teachers: teachersOf.get(course.id) ?? [],
    chapters: (chaptersOf.get(course.id) ?? []).map((chapter) => ({
      ...chapter,
      units: (unitsOf.get(chapter.id) ?? []).map((unit) => ({
        ...unit,
        lessons: lessonsOf.get(unit.id) ?? [],
      })),
    })),
    lessons: lessonsOfCourse.get(course.id) ?? [],
  });
  return new Map(rows.map((row) => [row.course.id, tree(row)]));
}
