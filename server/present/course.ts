import type { z } from 'zod/mini';
import type { courseSchema, lessonSummarySchema } from '#contracts/course.ts';
import type { Deps } from '../deps.ts';
import type { CourseTree, LightLesson } from '../domain/course/load.ts';
import { type Marks, noMarks } from '../domain/course/marks.ts';
import { signMedia } from '../media/sign.ts';

type CourseBody = z.input<typeof courseSchema>;
type LessonBody = z.input<typeof lessonSummarySchema> & { id: number };
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

type ChapterBody = {
  id: number;
  name: string;
  order: number;
  chapter_unit: { id: number; name: string; order: number; unit_lesson: LessonBody[] }[];
};

function presentChapters(tree: CourseTree): ChapterBody[] {
  return tree.chapters.map((chapter) => ({
    id: chapter.id,
    name: chapter.name,
    order: chapter.order,
    chapter_unit: chapter.units.map((unit) => ({
      id: unit.id,
      name: unit.name,
      order: unit.order,
      unit_lesson: unit.lessons.map((lesson) => presentLightLesson(lesson, noMarks)),
    })),
  }));
}

/** A course as somebody without marks gets it. Its signed addresses expire, so they are added for each answer. */
function presentForAll(tree: CourseTree) {
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
    sample_video: null,
    thumbnail: null,
    textbook_bundle: tree.textbookId,
    whiteboard_bundle: tree.whiteboardId,
    course_chapter: presentChapters(tree),
    subject: { id: course.subjectId, name: course.subjectName },
    level: course.level,
    teachers: tree.teachers.map(({ id, name }) => ({ id, name })),
    created: course.created.toISOString(),
    modified: course.modified.toISOString(),
  };
}

/** Made once for each tree, which is cached as long as its version of the content (domain/course/trees.ts). */
const forAll = new WeakMap<CourseTree, ReturnType<typeof presentForAll>>();

function shared(tree: CourseTree) {
  const made = forAll.get(tree) ?? presentForAll(tree);
  forAll.set(tree, made);
  return made;
}

function isMarked(lesson: LightLesson, { watches, favorites, levels }: Marks): boolean {
  return watches.has(lesson.id) || favorites.has(lesson.id) || levels.has(lesson.id);
}

/** Adds the learner's marks to the part that all owners share; the shared part itself is never changed. */
function withMarks(chapters: ChapterBody[], tree: CourseTree, marks: Marks): ChapterBody[] {
  const marked = new Map(
    tree.lessons.flatMap((lesson) =>
      isMarked(lesson, marks) ? [[lesson.id, presentLightLesson(lesson, marks)] as const] : [],
    ),
  );
  if (marked.size === 0) return chapters;
  return chapters.map((chapter) => ({
    ...chapter,
    chapter_unit: chapter.chapter_unit.map((unit) =>
      unit.unit_lesson.some(({ id }) => marked.has(id))
        ? { ...unit, unit_lesson: unit.unit_lesson.map((lesson) => marked.get(lesson.id) ?? lesson) }
        : unit,
    ),
  }));
}

/** A whole course (specification.md 3). The sample is the video of its first free lesson. */
export function presentCourse(deps: Signer, tree: CourseTree, marks: Marks): CourseBody {
  const body = shared(tree);
  return {
    ...body,
    sample_video: mediaUrl(deps, tree.course.sampleVideo),
    thumbnail: mediaUrl(deps, tree.course.thumbnail),
    course_chapter: withMarks(body.course_chapter, tree, marks),
  };
}
