import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Board, Lesson } from '#contracts/lesson.ts';
import { type KeptMedia, useKeptMedia } from '#features/download/useKeptMedia.ts';
import type { LessonPlace } from '#features/lesson/model.ts';
import { neighbours } from '#features/lesson/model.ts';
import { reloadLesson, useLesson } from '#features/lesson/useLesson.ts';
import type { NoteView } from '#features/note/model.ts';
import { useNotes } from '#features/note/useNotes.ts';
import { createPlayer, type Player } from '#features/watch/player.ts';
import type { WatchedLesson } from '#features/watch/progress.ts';
import { type Resume, useResume } from '#features/watch/usePlaces.ts';
import type { VideoAddresses } from '#features/watch/useVideoSource.ts';
import { useBoards } from '#features/whiteboard/useBoards.ts';
import { isLineSpared } from '#shared/lib/account/isLineSpared.ts';
import { whenIdle } from '#shared/lib/loading/idle.ts';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { withKept } from './keptLesson.ts';
import type { LessonChoice } from './useLessonChoice.ts';
import type { StudyCourse } from './useStudyCourse.ts';

/** The lesson on screen with all its data. */
export type Stage = {
  study: StudyCourse;
  choice: LessonChoice;
  player: Player;
  place: LessonPlace;
  /** Names of the lesson for history and notes; the same object while it is the same lesson. */
  watched: WatchedLesson;
  lesson: Mirror<Lesson>;
  resume: Resume;
  boards: Board[];
  notes: NoteView[];
  previous: LessonPlace | null;
  next: LessonPlace | null;
  renew: () => Promise<VideoAddresses | null>;
  /** The kept copies on the device; `undefined` while the device is asked. */
  kept: KeptMedia | undefined;
};

/** One player per page, for all lessons it shows. */
export function usePlayer(): Player {
  const [player] = useState(createPlayer);
  return player;
}

/**
 * Pictures of the boards are small, so they are stored on the device before the learner goes offline, for example on a
 * train.
 */
function usePreparedBoards(boards: Board[]): void {
  const addresses = boards.map(({ url }) => url).join(' ');
  useEffect(() => {
    if (addresses === '' || isLineSpared()) return;
    whenIdle(() => {
      for (const url of addresses.split(' ')) new Image().src = url;
    });
  }, [addresses]);
}

function useWatchedLesson({ item }: StudyCourse, place: LessonPlace): WatchedLesson {
  const { id, name, duration } = place.lesson;
  const { id: courseId, name: courseName, thumbnail } = item.course;
  // The signature of the picture's address changes by the hour; the lesson does not.
  const [picture] = useState(thumbnail);
  return useMemo(
    () => ({
      id,
      name,
      duration,
      course: { id: courseId, name: courseName, thumbnail: picture },
      inventory: item.id,
    }),
    [id, name, duration, courseId, courseName, picture, item.id],
  );
}

/** Nothing is loaded from the network before it is known whether the device has it. */
function useKeptLesson(mirror: Mirror<Lesson>, kept: KeptMedia | undefined): Mirror<Lesson> {
  const isAway = useConnectivity().state !== 'online';
  const { data } = mirror;
  const shown = useMemo(
    () => (data && kept ? withKept(data, kept, isAway) : undefined),
    [data, kept, isAway],
  );
  return { ...mirror, data: shown, isPending: mirror.isPending || (data !== undefined && !shown) };
}

/** Everything about the lesson on screen. */
export function useStage(
  study: StudyCourse,
  choice: LessonChoice,
  player: Player,
  place: LessonPlace,
): Stage {
  const { course } = study.item;
  const { id } = place.lesson;
  const watched = useWatchedLesson(study, place);
  const kept = useKeptMedia(id);
  const lesson = useKeptLesson(useLesson(id, !study.isClosed), kept);
  const resume = useResume(place.lesson, course.id);
  const boards = useBoards(lesson.data, course.whiteboard_bundle);
  usePreparedBoards(boards);
  const { data: allNotes } = useNotes(course.id);
  const notes = useMemo(() => allNotes?.filter((note) => note.lesson === id) ?? [], [allNotes, id]);
  const renew = useCallback(async () => (await reloadLesson(id)).video, [id]);
  const around = neighbours(study.places, id);
  return { study, choice, player, place, watched, lesson, resume, boards, notes, ...around, renew, kept };
}
