import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lessonToOpen } from '#features/lesson/model.ts';
import type { Player } from '#features/watch/player.ts';
import type { StudyCourse } from './useStudyCourse.ts';

/** The lesson on screen and how to change it. */
export type LessonChoice = {
  /** `null`: the course has no lessons; `undefined`: not decided yet. */
  lessonId: string | null | undefined;
  /** The second in the address; `null`: none. */
  spot: number | null;
  /** Whether the lesson plays at once, because the previous one was playing. */
  playsAtOnce: boolean;
  /** Opens another lesson; `isPlaying` says that it plays at once. */
  open: (lessonId: string, isPlaying: boolean) => void;
  /** Must be called by a link that opens a lesson itself. */
  willOpen: (lessonId: string) => void;
};

function secondOf(text: string | null): number | null {
  if (text === null || text === '') return null;
  const second = Number(text);
  return Number.isFinite(second) && second >= 0 ? second : null;
}

/**
 * `?lesson=&t=` decides what is on screen. Without it the course decides, and the lesson is then written to the
 * address, so that a reload shows the same. `t` is used only once: afterwards the learner's own position counts.
 */
export function useLessonChoice(study: StudyCourse, player: Player): LessonChoice {
  const [params, setParams] = useSearchParams();
  const wanted = params.get('lesson');
  const second = secondOf(params.get('t'));
  const lessonId = useOpenLesson(study, wanted);
  const spot = useSpot(lessonId ?? null, second);
  const [autoplay, setAutoplay] = useState<string | null>(null);

  const hasT = params.has('t');
  useEffect(() => {
    if (!lessonId || (lessonId === wanted && !hasT)) return;
    if (second !== null && lessonId === wanted) player.seek(second);
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.set('lesson', lessonId);
        next.delete('t');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [lessonId, wanted, hasT, second, player, setParams]);

  const open = useCallback(
    (id: string, isPlaying: boolean) => {
      setAutoplay(isPlaying ? id : null);
      setParams({ lesson: id }, { preventScrollReset: true });
    },
    [setParams],
  );
  const willOpen = useCallback(
    (id: string) => {
      const { isPlaying } = player.state.get();
      setAutoplay(isPlaying ? id : null);
    },
    [player],
  );
  return { lessonId, spot, playsAtOnce: autoplay !== null && autoplay === lessonId, open, willOpen };
}

/** The lesson to show. Once decided, only the address changes it: finishing a lesson does not move to another one. */
function useOpenLesson(study: StudyCourse, wanted: string | null): string | null | undefined {
  const { places, lastSeen, completed } = study;
  const lessons = places.map(({ lesson }) => lesson);
  const [decided, setDecided] = useState<string | null>();
  const isAsked = wanted !== null && lessons.some(({ id }) => id === wanted);
  if (isAsked) {
    if (decided !== wanted) setDecided(wanted);
    return wanted;
  }
  if (decided !== undefined && lessons.some(({ id }) => id === decided)) return decided;
  if (lastSeen === undefined) return undefined;
  const next = lessonToOpen(lessons, { wanted: null, lastSeen, completed });
  if (next !== null) setDecided(next);
  return next;
}

/** The requested second; it is kept while its lesson stays on screen. */
function useSpot(lessonId: string | null, second: number | null): number | null {
  const [spot, setSpot] = useState<{ lessonId: string; second: number } | null>(null);
  const isHere = spot !== null && spot.lessonId === lessonId;
  if (lessonId !== null && second !== null && !(isHere && spot.second === second)) {
    setSpot({ lessonId, second });
    return second;
  }
  if (spot !== null && !isHere) setSpot(null);
  return isHere ? spot.second : null;
}
