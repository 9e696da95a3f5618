import * as z from 'zod/mini';
import { pageOf } from './page.ts';
import { count, flag, id, idOrNull, isoTime, list, orNull, text, textOrNull } from './wire.ts';

const idInput = z.union([z.string().check(z.minLength(1), z.maxLength(64)), z.int()]);
const seconds = z.number().check(z.minimum(0), z.maximum(86_400));

/** Watch history of one lesson (product.md 2.1 Watch, merge rule 3.9.6). */
export const watchSchema = z.object({
  lesson: id,
  lesson_name: text,
  course: orNull(z.object({ id, name: text, thumbnail: textOrNull })),
  inventory: idOrNull,
  /** Seconds. */
  position: count,
  duration: count,
  /** Seen parts as [from, to] in seconds, sorted and disjoint. */
  ranges: list(z.tuple([z.number(), z.number()])),
  rate: count,
  watched_rate: count,
  is_completed: flag,
  client_at: textOrNull,
  rev: count,
});
export type Watch = z.output<typeof watchSchema>;
export const watchPageSchema = pageOf(watchSchema);
/** Answer to a report: the merged Watch. `playing_elsewhere`: another device has taken over this playing session. */
export const watchAnswerSchema = z.extend(watchSchema, { playing_elsewhere: flag });

/** PUT /api/lms/watchhistory/{lesson}/: the whole state; the server merges it and answers the merged Watch. */
export const watchInputSchema = z.object({
  inventory: z.optional(z.nullable(idInput)),
  position: seconds,
  ranges: z.array(z.tuple([seconds, seconds])).check(z.maxLength(2000)),
  rate: z._default(z.number().check(z.minimum(0.5), z.maximum(2)), 1),
  client_at: isoTime,
  rev: z.int().check(z.minimum(0)),
  /** The learner chose to start again: a position below 5 s may replace a larger one. */
  restart: z.optional(z.boolean()),
  device_id: z.optional(z.string().check(z.maxLength(64))),
  session_id: z.optional(z.nullable(idInput)),
});
export type WatchInput = z.output<typeof watchInputSchema>;

/** Longest note (product.md 2.3.F). */
export const noteMaxLength = 1000;

/** A note at a second of a lesson. `id` is a UUID made on the device when the note was written. */
export const noteSchema = z.object({
  id,
  lesson: id,
  course: idOrNull,
  sec: count,
  body: text,
  rev: count,
  modified: textOrNull,
});
export type Note = z.output<typeof noteSchema>;
export const notePageSchema = pageOf(noteSchema);

/** POST /api/lms/note/: creates the note, or answers the existing one if the id is known. */
export const noteInputSchema = z.object({
  id: z.uuid(),
  lesson: idInput,
  sec: seconds,
  body: z.string().check(z.trim(), z.minLength(1), z.maxLength(noteMaxLength)),
  rev: z.int().check(z.minimum(0)),
});
/**
 * PATCH /api/lms/note/{id}/: `rev` is the revision the change was made on; if the note has another one, 412 answers
 * both versions.
 */
export const notePatchSchema = z.object({
  body: z.string().check(z.trim(), z.minLength(1), z.maxLength(noteMaxLength)),
  sec: z.optional(seconds),
  rev: z.int().check(z.minimum(0)),
});
/** Extra fields of the 412 answer. */
export const noteConflictSchema = z.object({ current: noteSchema, yours: z.object({ body: text }) });

/** GET /api/lms/dashboard/ (product.md 3.4): the parts of "today at a glance" that exist so far. */
export const dashboardSchema = z.object({
  resume: orNull(watchSchema),
  /** Next lessons not yet finished, one per course, most recent course first. */
  next: list(
    z.object({
      inventory: id,
      course: z.object({ id, name: text, thumbnail: textOrNull }),
      lesson: z.object({ id, name: text, duration: count }),
    }),
  ),
  week: z.catch(
    z.object({ minutes: count, streak: count, days: list(z.object({ date: text, minutes: count })) }),
    {
      minutes: 0,
      streak: 0,
      days: [],
    },
  ),
  unread_count: count,
});
export type Dashboard = z.output<typeof dashboardSchema>;

/** A notice (product.md 2.1). `body_html` is cleaned by the server. */
export const noticeSchema = z.object({
  id,
  title: text,
  body_html: text,
  category: text,
  is_pinned: flag,
  is_read: flag,
  published_at: textOrNull,
  audience: text,
});
export type Notice = z.output<typeof noticeSchema>;
export const noticePageSchema = pageOf(noticeSchema);
