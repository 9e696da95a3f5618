import { useMemo } from 'react';
import type { LessonSummary } from '#contracts/course.ts';
import type { Inventory } from '#contracts/inventory.ts';
import { changeBookmark } from '#features/bookmark/components/BookmarkToggle.tsx';
import { useBookmarkState } from '#features/bookmark/useBookmarkState.ts';
import { setCheck, useChecks } from '#features/check/useChecks.ts';
import { setFavorite, useFavoriteLessons } from '#features/favorite/useFavoriteLessons.ts';
import type { Level } from '#features/lesson/components/Understanding.tsx';
import { type LessonMark, type LessonPlace, marksOf, placesOf } from '#features/lesson/model.ts';
import { useCourseTexts } from '#features/lesson/useLesson.ts';
import { useCourseWatches } from '#features/watch/usePlaces.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';

/** A purchased course with all the learner's data about it, and the functions to change that data. */
export type StudyCourse = {
  item: Inventory;
  places: LessonPlace[];
  marks: ReadonlyMap<string, LessonMark>;
  completed: ReadonlySet<string>;
  /** The last watched lesson on any device; `null`: none. `undefined` while the device is asked. */
  lastSeen: string | null | undefined;
  /** Access has ended: lessons are closed, notes and marks stay (product.md V21). */
  isClosed: boolean;
  /** The time of the device's copy, epoch ms; `null`: the data is the server's current answer. */
  staleSince: number | null;
  isBookmarked: boolean | undefined;
  toggleBookmark: () => void;
  setLevel: (lesson: LessonSummary, level: Level) => void;
  setFavorite: (lesson: LessonSummary, isOn: boolean) => void;
};

/** The server's answer counts while it is fresh; for a stored copy the end date is checked as well. */
function isClosedNow({ is_expired, expire_at }: Inventory, staleSince: number | null): boolean {
  const end = parseTime(expire_at);
  return is_expired || (staleSince !== null && end !== null && end <= serverNow());
}

function lastSeenOf(
  item: Inventory,
  watched: ReadonlyMap<string, { seenAt: string }> | undefined,
): string | null | undefined {
  if (!watched) return undefined;
  const told = item.progress?.last_lesson?.id ?? null;
  let last = { id: told, at: parseTime(item.progress?.last_watched_at) ?? 0 };
  for (const [id, { seenAt }] of watched) {
    const at = parseTime(seenAt) ?? 0;
    if (at > last.at) last = { id, at };
  }
  return last.id;
}

/** Combines library, lessons, history, checks, favorites and bookmark of one course. */
export function useStudyCourse(item: Inventory, staleSince: number | null): StudyCourse {
  const { course } = item;
  const levels = useChecks(course.id);
  const favorites = useFavoriteLessons(course.id);
  const watched = useCourseWatches(course.id);
  const isBookmarked = useBookmarkState(course.id);
  const isClosed = isClosedNow(item, staleSince);
  useCourseTexts(isClosed ? null : course);
  const places = useMemo(() => placesOf(course), [course]);
  const marks = useMemo(
    () => marksOf(places, { levels, favorites, watched }),
    [places, levels, favorites, watched],
  );
  const completed = useMemo(
    () => new Set([...marks].flatMap(([id, { isCompleted }]) => (isCompleted ? [id] : []))),
    [marks],
  );
  const courseRef = { id: course.id, name: course.name, thumbnail: course.thumbnail };
  return {
    item,
    places,
    marks,
    completed,
    lastSeen: lastSeenOf(item, watched),
    isClosed,
    staleSince,
    isBookmarked,
    toggleBookmark: () => void changeBookmark(course, isBookmarked !== true, item.id),
    setLevel: ({ id, name }, level) => void setCheck({ id, name, course: course.id }, level),
    setFavorite: ({ id, name, duration }, isOn) =>
      void setFavorite({ id, name, duration, course: courseRef }, isOn, item.id),
  };
}
