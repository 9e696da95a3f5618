import type { Course, LessonSummary } from '#contracts/course.ts';

/** Path of lessons (product.md 3.4). */
export const lessonPath = '/api/lms/lesson/';

/** A lesson with its place in the course. `number` counts from 1 through the whole course. */
export type LessonPlace = { lesson: LessonSummary; unit: string; chapter: string; number: number };

function byOrder<Item extends { order: number }>(items: readonly Item[]): Item[] {
  return [...items].sort((a, b) => a.order - b.order);
}

/** Chapters, units and lessons sorted by `order`; equal ones keep the server's order. */
export function orderedCourse(course: Course): Course['course_chapter'] {
  return byOrder(course.course_chapter).map((chapter) => ({
    ...chapter,
    chapter_unit: byOrder(chapter.chapter_unit).map((unit) => ({
      ...unit,
      unit_lesson: byOrder(unit.unit_lesson),
    })),
  }));
}

/** Every lesson of a course in the order it is learned. */
export function placesOf(course: Course): LessonPlace[] {
  return orderedCourse(course)
    .flatMap((chapter) =>
      chapter.chapter_unit.flatMap((unit) =>
        unit.unit_lesson.map((lesson) => ({ lesson, unit: unit.name, chapter: chapter.name })),
      ),
    )
    .map((place, index) => ({ ...place, number: index + 1 }));
}

/** What is known about the learner's progress in a course. */
export type CourseWay = {
  /** The lesson named in the address; `null`: none. */
  wanted: string | null;
  /** The last watched lesson on any device; `null`: none. */
  lastSeen: string | null;
  completed: ReadonlySet<string>;
};

/**
 * Which lesson a course opens with, the first that exists: the one named in the address; the last watched one if it is
 * unfinished; the first unfinished one after it (then from the beginning); the last watched one; the first one. `null`
 * for a course without lessons.
 */
export function lessonToOpen(
  lessons: readonly { id: string }[],
  { wanted, lastSeen, completed }: CourseWay,
): string | null {
  if (wanted !== null && lessons.some(({ id }) => id === wanted)) return wanted;
  const last = lessons.findIndex(({ id }) => id === lastSeen);
  const ahead = [...lessons.slice(Math.max(0, last)), ...lessons.slice(0, Math.max(0, last))];
  return ahead.find(({ id }) => !completed.has(id))?.id ?? lessons[last]?.id ?? lessons[0]?.id ?? null;
}

/** The lessons before and after one; `null` at the ends. */
export function neighbours(
  places: readonly LessonPlace[],
  lessonId: string,
): { previous: LessonPlace | null; next: LessonPlace | null } {
  const at = places.findIndex(({ lesson }) => lesson.id === lessonId);
  if (at < 0) return { previous: null, next: null };
  return { previous: places[at - 1] ?? null, next: places[at + 1] ?? null };
}

/** Length of "today's plan" in seconds: one study session. */
const sittingSec = 30 * 60;
/** Most lessons of one plan. */
const mostPlanned = 6;

/**
 * Today's plan: the current lesson and the unfinished ones after it, as many as fit into half an hour, but at least one
 * (product.md 2.3.F "today's plan").
 */
export function todaysPlan(
  places: readonly LessonPlace[],
  lessonId: string,
  completed: ReadonlySet<string>,
): LessonPlace[] {
  const at = places.findIndex(({ lesson }) => lesson.id === lessonId);
  const [present, ...after] = places.slice(Math.max(0, at));
  if (!present) return [];
  const plan = [present];
  let planned = present.lesson.duration;
  for (const place of after) {
    if (completed.has(place.lesson.id)) continue;
    const fits = planned + place.lesson.duration <= sittingSec && plan.length < mostPlanned;
    if (!fits && plan.length > 1) break;
    plan.push(place);
    planned += place.lesson.duration;
  }
  return plan;
}

/** The learner's marks for a lesson, as the table of contents shows them. `level`: 理解度, 0 not marked. */
export type LessonMark = { level: number; isFavorite: boolean; isCompleted: boolean; rate: number };

/** Additional data about the lessons, from other sources than the course; `undefined` while it is read. */
export type KnownMarks = {
  levels: ReadonlyMap<string, number> | undefined;
  favorites: ReadonlySet<string> | undefined;
  /** Watched on this device, including what the server does not know yet. */
  watched: ReadonlyMap<string, { watched_rate: number; is_completed: boolean }> | undefined;
};

/** The marks of every lesson of a course; the course's own data is used until more is known. */
export function marksOf(places: readonly LessonPlace[], known: KnownMarks): Map<string, LessonMark> {
  return new Map(
    places.map(({ lesson }) => {
      const watched = known.watched?.get(lesson.id);
      return [
        lesson.id,
        {
          level: known.levels ? (known.levels.get(lesson.id) ?? 0) : (lesson.check_level ?? 0),
          isFavorite: known.favorites ? known.favorites.has(lesson.id) : lesson.is_favorite,
          isCompleted: lesson.is_completed || watched?.is_completed === true,
          rate: Math.max(lesson.watched_rate, watched?.watched_rate ?? 0),
        },
      ];
    }),
  );
}
