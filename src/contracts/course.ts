import * as z from 'zod/mini';
import { count, flag, id, idOrNull, list, numberOrNull, orNull, text, textOrNull } from './wire.ts';

/** 理解度 of a lesson: 3 ◎わかった, 2 △あいまい, 1 ×わからない (product.md 2.1 Check); `null`: not marked. */
export const checkLevels = [3, 2, 1] as const;

/** A lesson as it stands in a table of contents; the full lesson is `lessonSchema`. */
export const lessonSummarySchema = z.object({
  id,
  name: text,
  order: count,
  /** Seconds: the length of the video, or the estimated reading time of a text lesson. */
  duration: count,
  is_free: flag,
  has_video: flag,
  textbook_page_from: numberOrNull,
  textbook_page_to: numberOrNull,
  /** Seconds into the video. */
  position: count,
  /** 0 to 1: share of the video seen at least once. */
  watched_rate: count,
  is_completed: flag,
  is_favorite: flag,
  check_level: numberOrNull,
});
export type LessonSummary = z.output<typeof lessonSummarySchema>;

export const unitSchema = z.object({ id, name: text, order: count, unit_lesson: list(lessonSummarySchema) });
export type Unit = z.output<typeof unitSchema>;

export const chapterSchema = z.object({ id, name: text, order: count, chapter_unit: list(unitSchema) });
export type Chapter = z.output<typeof chapterSchema>;

/** Something with a number and a name. */
export const namedSchema = z.object({ id, name: text });

/** A course (specification.md 3, gained fields product.md 2.1). */
export const courseSchema = z.object({
  id,
  name: text,
  category: text,
  description: text,
  summary: text,
  /** Seconds of all lessons together. */
  duration_sum: count,
  lesson_count: count,
  orientation: text,
  sample_video: textOrNull,
  /** Address of the picture, or `null`. */
  thumbnail: textOrNull,
  /** Ids of the bundles, read by the textbook and whiteboard calls. */
  textbook_bundle: idOrNull,
  whiteboard_bundle: idOrNull,
  course_chapter: list(chapterSchema),
  subject: orNull(namedSchema),
  level: textOrNull,
  teachers: list(namedSchema),
  created: textOrNull,
  modified: textOrNull,
});
export type Course = z.output<typeof courseSchema>;
