import * as z from 'zod/mini';
import { courseSchema, namedSchema } from './course.ts';
import { lessonSchema } from './lesson.ts';
import { pageOf } from './page.ts';
import { flag, id, idOrNull, list, numberOrNull, orNull, text, textOrNull } from './wire.ts';

/** School years and standings a course may be made for (product.md 2.1 User.grade, without guardians). */
export const courseGrades = ['j1', 'j2', 'j3', 'h1', 'h2', 'h3', 'graduate', 'adult'] as const;
/** How demanding a course is (product.md 2.1). */
export const courseLevels = ['basic', 'standard', 'high', 'top'] as const;
/** Orders of the catalogue: おすすめ, 新着, 価格 (product.md 2.2.A). */
export const courseSorts = ['recommended', 'new', 'price', 'price_desc'] as const;
/** Longest search of the catalogue, characters. */
export const searchMaxLength = 100;

/** What a course in the catalogue says beyond the course itself (product.md 2.1). Yen, tax included. */
const offer = {
  grades: list(text),
  price: numberOrNull,
  list_price: numberOrNull,
  access_days: numberOrNull,
  /** `on_sale` or `ended`. */
  sale_status: text,
  /** Last moment of the sale, ISO 8601; `null`: the sale has no end. Our addition, for 期間限定. */
  sale_ends_at: textOrNull,
  /** Whether the learner owns the course or once owned it (access may have ended); `false` for guests. */
  is_purchased: flag,
  /** Whether the access time of the learner's own item is over. */
  is_expired: flag,
  /** The learner owns the course and may buy it again: access ends within thirty days, or has ended (money.md 5.8). */
  can_buy_again: flag,
  /** The learner's own inventory item, which opens the lessons; `null` if there is none. */
  inventory: idOrNull,
};

/** A course as a card of the catalogue. */
export const courseCardSchema = z.extend(
  z.pick(courseSchema, {
    id: true,
    name: true,
    category: true,
    summary: true,
    duration_sum: true,
    lesson_count: true,
    thumbnail: true,
    subject: true,
    level: true,
    teachers: true,
    created: true,
    modified: true,
  }),
  offer,
);
export type CourseCard = z.output<typeof courseCardSchema>;
/**
 * GET /api/lms/course/. `subjects`, `teachers` and `has_limited` are our additions for the filters: the subjects and
 * teachers of all courses on sale, and whether any course is sold for a limited time only.
 */
export const courseCardPageSchema = z.extend(pageOf(courseCardSchema), {
  subjects: list(namedSchema),
  teachers: list(namedSchema),
  has_limited: flag,
});
export type CourseCardPage = z.output<typeof courseCardPageSchema>;

/** A teacher as a card (product.md 2.1). A subject that has no course on sale has no name. */
export const teacherCardSchema = z.object({
  id,
  name: text,
  kana: text,
  subjects: list(namedSchema),
  catch_copy: text,
  /** Address of the portrait, or `null`. */
  photo: textOrNull,
});
export type TeacherCard = z.output<typeof teacherCardSchema>;
/** GET /api/lms/teacher/. `subjects` as in the catalogue. */
export const teacherCardPageSchema = z.extend(pageOf(teacherCardSchema), { subjects: list(namedSchema) });
export type TeacherCardPage = z.output<typeof teacherCardPageSchema>;

/** A free lesson that everybody may watch, with its captions and boards. */
export const sampleLessonSchema = z.pick(lessonSchema, {
  id: true,
  name: true,
  goal: true,
  duration: true,
  video: true,
  whiteboards: true,
});
export type SampleLesson = z.output<typeof sampleLessonSchema>;

/**
 * A page of a course's textbook as a picture that everybody may see, with its size in pixels. A page without a complete
 * size is left out, because the layout would jump.
 */
export const textbookSampleSchema = z.object({
  page: z.number(),
  url: z.string(),
  width: z.number(),
  height: z.number(),
});
export type TextbookSample = z.output<typeof textbookSampleSchema>;

/**
 * GET /api/lms/teacher/{id}/: with the courses on sale. `sample` is our addition: a free lesson, of the first course
 * that has one.
 */
export const teacherSchema = z.extend(teacherCardSchema, {
  career: text,
  message: text,
  courses: list(courseCardSchema),
  sample: orNull(sampleLessonSchema),
});
export type Teacher = z.output<typeof teacherSchema>;

/**
 * GET /api/lms/course/{id}/: the course with its table of contents, teachers and price. Our additions: `sample` is the
 * free lesson whose video is `sample_video`; `textbook_samples` are pages of the textbook.
 */
export const courseDetailSchema = z.extend(courseSchema, {
  ...offer,
  /** What a learner should know before. */
  prerequisites: list(text),
  teachers: list(teacherCardSchema),
  sample: orNull(sampleLessonSchema),
  textbook_samples: list(textbookSampleSchema),
});
export type CourseDetail = z.output<typeof courseDetailSchema>;
