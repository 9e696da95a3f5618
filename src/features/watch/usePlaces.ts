import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import { isResting } from '#shared/lib/mirror/client.ts';
import { mirrorQuery, useMirror } from '#shared/lib/mirror/mirror.ts';
import { readCourseWatches, readPlaces, type SeenLesson } from './local.ts';
import { type KnownPosition, resumeAt } from './model.ts';
import { syncCourseWatches, watchKeys } from './sync.ts';

/** How old the stored watch history may be when a lesson opens, before the server is asked again, ms. */
const freshForMs = 10_000;

/** What was watched of the lessons of a course, live; loads the watch history of the course onto the device. */
export function useCourseWatches(courseId: string): ReadonlyMap<string, SeenLesson> | undefined {
  const watches = useMirror({
    queryKey: watchKeys.course(courseId),
    sync: (db, signal) => syncCourseWatches(db, courseId, signal),
    read: async (db) => ({ data: await readCourseWatches(db, courseId), savedAt: null }),
    isEnabled: courseId !== '',
  });
  return watches.data;
}

/** Where a lesson begins, and a newer position of another device to choose instead. `undefined` while this is read. */
export type Resume = { start: number; other: number | null } | undefined;

/** The lesson that is opened. `position`: the one in the course data, for a device that knows nothing newer. */
export type OpenedLesson = { id: string; position: number; duration: number };

type Opened = { lessonId: string; own: KnownPosition; start: number; other: number | null };

function opening(lesson: OpenedLesson, here: KnownPosition | null, known: KnownPosition | null): Opened {
  const said = { position: lesson.position, client_at: new Date(0).toISOString() };
  const { start, other } = resumeAt(here, known ?? said, lesson.duration);
  return { lessonId: lesson.id, own: here ?? known ?? said, start, other };
}

/**
 * Where a lesson resumes on this device. The position is taken once, when the lesson opens. A newer one of another
 * device may arrive a moment later; it is then offered, and the player never jumps to it (product.md 4.7).
 */
export function useResume(lesson: OpenedLesson, courseId: string): Resume {
  const query = mirrorQuery(watchKeys.course(courseId), (db, signal) =>
    syncCourseWatches(db, courseId, signal),
  );
  // The same query as that of the course's watch history; this observer only wants fresher data.
  useQuery({
    ...query,
    enabled: courseId !== '',
    staleTime: freshForMs,
    refetchOnWindowFocus: (asked) => !isResting(asked),
  });
  const read = useStored(
    async () => ({ ...(await readPlaces(currentDb(), lesson.id)), lessonId: lesson.id }),
    [lesson.id],
  );
  const [opened, setOpened] = useState<Opened>();
  const isCurrent = opened?.lessonId === lesson.id;
  if (read?.lessonId === lesson.id) {
    if (!isCurrent) setOpened(opening(lesson, read.here, read.known));
    else if (read.known && read.known.client_at !== read.here?.client_at) {
      const { other } = resumeAt(opened.own, read.known, lesson.duration);
      if (other !== null && other !== opened.other) setOpened({ ...opened, other });
    }
  }
  return isCurrent ? { start: opened.start, other: opened.other } : undefined;
}
