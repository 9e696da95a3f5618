import * as z from 'zod/mini';
import { courseSchema } from './course.ts';
import { pageOf } from './page.ts';
import { count, flag, id, idOrNull, isoTime, text, textOrNull } from './wire.ts';

/** The course fields that a mark has: enough for a list. Servers may send the whole course. */
const courseRefSchema = z.object({ id, name: text, thumbnail: textOrNull });
const idInput = z.union([z.string().check(z.minLength(1), z.maxLength(64)), z.int()]);
/**
 * The device's time of the tap. Of two changes to one mark the later intent wins, in whatever order they arrive
 * (offline.md 5.6). It may also be sent as header `X-Client-At`, which is the only way for a DELETE. Without it the
 * time of arrival counts.
 */
const clientAt = z.optional(isoTime);

/**
 * しおり: a course bookmark (specification.md 3; product.md 2.1). `is_check` says whether it is on. `inventory` (our
 * addition) is the learner's own item of that course, `null` if they do not own it. A bookmark may lack an id:
 * specification.md 3 names only course and flag, and a course has one bookmark.
 */
export const bookmarkSchema = z.object({
  id: z.catch(id, ''),
  course: z.object({ ...courseSchema.shape }),
  is_check: flag,
  inventory: idOrNull,
  created: textOrNull,
});
export type Bookmark = z.output<typeof bookmarkSchema>;
export const bookmarkPageSchema = pageOf(bookmarkSchema);
/** POST /api/lms/bookmark/ and PATCH /api/lms/bookmark/{id}/: always the whole new state, never "toggle". */
export const bookmarkInputSchema = z.object({ course: idInput, is_check: z.boolean(), client_at: clientAt });
export const bookmarkPatchSchema = z.object({ is_check: z.boolean(), client_at: clientAt });

/** お気に入り: a favorite lesson (product.md 2.1). Filter of the list: `lesson__unit__chapter__course`. */
export const favoriteSchema = z.object({
  id,
  lesson: z.object({
    id,
    name: text,
    duration: count,
    course: z.catch(courseRefSchema, { id: '', name: '', thumbnail: null }),
  }),
  inventory: idOrNull,
  created: textOrNull,
});
export type Favorite = z.output<typeof favoriteSchema>;

type Loose = Record<string, unknown>;

function loose(value: unknown): Loose {
  return typeof value === 'object' && value !== null ? (value as Loose) : {};
}

/**
 * The specification says how favorites are filtered (lesson, unit, chapter, course), but not what one looks like. So a
 * server may put the course beside the lesson or at the end of that chain, and send only the number of the lesson.
 */
function gatherFavorite(value: unknown): unknown {
  const favorite = loose(value);
  const lesson = typeof favorite.lesson === 'object' ? loose(favorite.lesson) : { id: favorite.lesson };
  const chain = loose(loose(lesson.unit).chapter).course;
  const course = lesson.course ?? chain ?? favorite.course;
  return { ...favorite, lesson: { ...lesson, id: lesson.id ?? favorite.id, course } };
}

export const favoritePageSchema = pageOf(z.pipe(z.transform(gatherFavorite), favoriteSchema));
/**
 * POST /api/lms/favorite/: `is_favorite: false` removes, so that the outbox can send a whole state. The answer is the
 * Favorite if the lesson is one now, else 204.
 */
export const favoriteInputSchema = z.object({
  lesson: idInput,
  is_favorite: z._default(z.boolean(), true),
  client_at: clientAt,
});

/** 理解度 (product.md 2.1 Check): level 3 ◎, 2 △, 1 ×. The list is paged, `?course=` filters. */
export const checkSchema = z.object({ id, lesson: id, course: idOrNull, level: count, modified: textOrNull });
export type Check = z.output<typeof checkSchema>;
export const checkPageSchema = pageOf(checkSchema);
/** POST /api/lms/check/: level 0 removes. */
export const checkInputSchema = z.object({
  lesson: idInput,
  level: z.literal([0, 1, 2, 3]),
  client_at: clientAt,
});
