import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RunningAttempt } from '#shared/lib/exam/attempt.ts';
import type { AttemptView } from '#shared/lib/exam/attemptView.ts';
import type { SubjectPlace } from '#shared/lib/exam/startAttempt.ts';
import { renew } from '#shared/lib/mirror/mirror.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { type RoomKeeper, type RoomState, roomKeeper } from './roomKeeper.ts';

/** The subject on this device, and its keeper. */
export function useRoom(userId: string, place: SubjectPlace): { keeper: RoomKeeper; state: RoomState } {
  const [keeper] = useState(() => roomKeeper(userId, place));
  const state = useObservable(keeper);
  useEffect(() => keeper.hold(), [keeper]);
  useNewsForLists(state.kind === 'open' ? state.room.attempt : null);
  return { keeper, state };
}

/** Query keys of everything that shows the state of a subject: lists, results, home. */
const showing = ['mockexam', 'english', 'exam-result', 'dashboard'];

/**
 * Marks these queries as outdated when a subject has begun or ended. At the start nothing is fetched, because a whole
 * hall starts at the same moment; the next page that is opened fetches.
 */
function useNewsForLists(attempt: RunningAttempt | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!attempt) return;
    let isTold = false;
    for (const name of showing) void client.invalidateQueries({ queryKey: [name], refetchType: 'none' });
    const look = () => {
      if (isTold || attempt.get().row.state !== 'submitted') return;
      isTold = true;
      for (const name of showing) renew(client, [name]);
    };
    look();
    return attempt.subscribe(look);
  }, [attempt, client]);
}

/** What an attempt shows, live. */
export function useAttemptView(attempt: RunningAttempt): AttemptView {
  return useObservable(attempt);
}

/** Whole seconds left by the later clock, checked twice a second. */
export function useSecondsLeft(attempt: RunningAttempt): { seconds: number; isUnsure: boolean } {
  const read = () => {
    const { hi } = attempt.now();
    const seconds = Math.max(0, Math.ceil((attempt.get().row.deadline - hi) / 1000));
    return { seconds, isUnsure: attempt.isUnsure() };
  };
  const [shown, setShown] = useState(read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the attempt alone
  useEffect(() => {
    const look = () => {
      const next = read();
      setShown((former) =>
        former.seconds === next.seconds && former.isUnsure === next.isUnsure ? former : next,
      );
    };
    const timer = setInterval(look, 500);
    // The first frame after sleep must show the right time, so it is rendered before this task ends (row 18).
    const lookNow = () => flushSync(look);
    document.addEventListener('visibilitychange', lookNow);
    document.addEventListener('resume', lookNow);
    window.addEventListener('pageshow', lookNow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookNow);
      document.removeEventListener('resume', lookNow);
      window.removeEventListener('pageshow', lookNow);
    };
  }, [attempt]);
  return shown;
}
