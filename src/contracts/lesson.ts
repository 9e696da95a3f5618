import * as z from 'zod/mini';
import { lessonSummarySchema } from './course.ts';
import { pageOf } from './page.ts';
import { count, id, idOrNull, list, orNull, text, textOrNull } from './wire.ts';

/** A board picture that belongs to a second of the video. */
export const boardSchema = z.object({ id, start_sec: count, url: text, alt: text });
export type Board = z.output<typeof boardSchema>;

export const captionSchema = z.object({ lang: text, label: text, url: text });

/** GET /api/lms/lesson/{id}/ (product.md 2.1 Lesson). Addresses of media are signed and expire at `expires_at`. */
export const lessonSchema = z.extend(lessonSummarySchema, {
  goal: text,
  /** Text of the lesson as HTML (formulas typeset, `<ruby>` for furigana), made and cleaned by the server. */
  body_html: text,
  course: z.object({ id, name: text }),
  /** The learner's inventory item of the course; `null` for a free lesson seen without one. */
  inventory: idOrNull,
  video: orNull(
    z.object({
      mp4_url: text,
      audio_url: textOrNull,
      poster: textOrNull,
      captions: list(captionSchema),
      expires_at: textOrNull,
    }),
  ),
  whiteboards: list(boardSchema),
  /** The previous and the next lesson of the course; `null` at the ends. */
  previous_lesson: idOrNull,
  next_lesson: idOrNull,
});
export type Lesson = z.output<typeof lessonSchema>;
/** GET /api/lms/lesson/?course={id}: every lesson of a course, for keeping its texts on the device. */
export const lessonPageSchema = pageOf(lessonSchema);

/** POST /api/lms/lesson/{id}/playback/ (product.md 3.4): opens a playing session; 423 when another device plays. */
export const playbackInputSchema = z.object({
  device_id: z.string().check(z.minLength(8), z.maxLength(64)),
  take_over: z.optional(z.boolean()),
});
export const playbackSchema = z.object({
  session_id: id,
  mp4_url: text,
  audio_url: textOrNull,
  expires_at: textOrNull,
  /** Until when a copy on the device may be used. */
  license_until: textOrNull,
});
export type Playback = z.output<typeof playbackSchema>;

/** GET /api/lms/textbook/{bundle}/ */
export const textbookBundleSchema = z.object({
  id,
  name: text,
  files: list(z.object({ id, name: text, pages: count, size: count, sha256: text, url: text })),
});
export type TextbookBundle = z.output<typeof textbookBundleSchema>;

/** GET /api/lms/whiteboard/{bundle}/ */
export const whiteboardBundleSchema = z.object({
  id,
  name: text,
  images: list(z.object({ id, lesson: idOrNull, start_sec: count, url: text, alt: text })),
});
export type WhiteboardBundle = z.output<typeof whiteboardBundleSchema>;
