import type { z } from 'zod/mini';
import type { courseSchema, lessonSummarySchema } from '#contracts/course.ts';
import type { Deps } from '../deps.ts';
import type { CourseTree, LightLesson, Marks } from '../domain/course/load.ts';
import { signMedia } from '../media/sign.ts';

type CourseBody = z.input<typeof courseSchema>;
type LessonBody = z.input<typeof lessonSummarySchema>;
type Signer = Pick<Deps, 'keys' | 'config' | 'clock'>;

/** Address of a stored file for this answer, or `null` when there is none. */
export function mediaUrl(deps: Signer, path: string | null): string | null {
  return path === null ? null : signMedia(deps, path, deps.clock.now());
}

/** The few fields by which lists name a course. */
export function presentCourseRef(
  deps: Signer,
  course: { id: number; name: string; thumbnail: string | null },
) {
  return { id: course.id, name: course.name, thumbnail: mediaUrl(deps, course.thumbnail) };
}

/** A lesson in a table of contents with what the learner did there (product.md 2.1 Lesson). */
export function presentLightLesson(lesson: LightLesson, marks: Marks): LessonBody {
  const watch = marks.watches.get(lesson.id);
  return {
    id: lesson.id,
    name: lesson.name,
    order: lesson.order,
    duration: lesson.duration,
    is_free: lesson.isFree,
    has_video: lesson.video !== null,
    textbook_page_from: lesson.textbookPageFrom,
    textbook_page_to: lesson.textbookPageTo,
    position: watch?.position ?? 0,
    watched_rate: watch?.watchedRate ?? 0,
    is_completed: watch?.isCompleted ?? false,
    is_favorite: marks.favorites.has(lesson.id),
    check_level: marks.levels.get(lesson.id) ?? null,
  };
}

function presentChapters(tree: CourseTree, marks: Marks): CourseBody['course_chapter'] {
  return tree.chapters.map((chapter) => ({
    id: chapter.id,
    name: chapter.name,
    order: chapter.order,
    chapter_unit: chapter.units.map((unit) => ({
      id: unit.id,
      name: unit.name,
      order: unit.order,
      unit_lesson: unit.lessons.map((lesson) => presentLightLesson(lesson, marks)),
    })),
  }));
}

/** A whole course (specification.md 3). The sample is the video of its first free lesson. */
export function presentCourse(deps: Signer, tree: CourseTree, marks: Marks): CourseBody {
  const { course } = tree;
  return {
    id: course.id,
    name: course.name,
    category: course.category,
    description: course.description,
    summary: course.summary,
    duration_sum: course.durationSum,
    lesson_count: course.lessonCount,
    orientation: course.orientation,
    sample_video: mediaUrl(deps, course.sampleVideo),
    thumbnail: mediaUrl(deps, course.thumbnail),
    textbook_bundle: tree.textbookId,
    whiteboard_bundle: tree.whiteboardId,
    course_chapter: presentChapters(tree, marks),
    subject: { id: course.subjectId, name: course.subjectName },
    level: course.level,
    teachers: tree.teachers.map(({ id, name }) => ({ id, name })),
    created: course.created.toISOString(),
    modified: course.modified.toISOString(),
  };
}
