import { useCallback, useEffect, useRef, useState } from 'react';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { paces } from '#shared/lib/transport/paces.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { watchFailures } from './failures.ts';
import type { Player } from './player.ts';
import { type PlayerProblem, problemOf } from './problem.ts';

type Failed = { lessonId: string; problem: PlayerProblem; wasPlaying: boolean };

/**
 * Recovers when the video element fails. First it loads fresh addresses once, at the same second. If that fails, it
 * shows a message with a retry button. It also retries by itself when the connection is back.
 *
 * @param again loads the video with fresh addresses; rejects when they cannot be loaded.
 */
export function useRecovery(
  player: Player,
  lessonId: string,
  again: (isPlaying: boolean) => Promise<void>,
): { problem: PlayerProblem | null; retry: () => void } {
  const element = useObservable(player.element);
  const [failed, setFailed] = useState<Failed | null>(null);
  const current = failed?.lessonId === lessonId ? failed : null;

  const renew = useCallback(
    async (wasPlaying: boolean, mediaCode: number, wasShown: boolean) => {
      try {
        await again(wasPlaying);
        setFailed(null);
      } catch (error) {
        setFailed({ lessonId, problem: problemOf({ mediaCode, wasShown, error }), wasPlaying });
      }
    },
    [again, lessonId],
  );

  useEffect(() => {
    if (!element) return;
    let isRenewed = false;
    return watchFailures(element, {
      shown: () => setFailed(null),
      playing: () => {
        isRenewed = false;
      },
      failed: ({ mediaCode, wasShown, wasPlaying }) => {
        if (isRenewed) {
          setFailed({ lessonId, problem: problemOf({ mediaCode, wasShown, error: null }), wasPlaying });
          return;
        }
        isRenewed = true;
        void renew(wasPlaying, mediaCode, wasShown);
      },
    });
  }, [element, lessonId, renew]);

  const retry = useCallback(
    (isPlaying: boolean) => void renew(isPlaying, 0, player.time() > 0),
    [renew, player],
  );
  useWhenBack(current !== null && current.problem !== 'closed', () => retry(current?.wasPlaying === true));
  const retryNow = () => {
    paces.reset();
    retry(true);
  };
  return { problem: current?.problem ?? null, retry: retryNow };
}

/** Calls back when the server can be reached again after an outage. */
function useWhenBack(isWanted: boolean, callBack: () => void): void {
  const { state } = useConnectivity();
  const isOnline = state === 'online';
  const former = useRef(isOnline);
  useEffect(() => {
    const isBack = isOnline && !former.current;
    former.current = isOnline;
    if (isBack && isWanted) callBack();
  }, [isOnline, isWanted, callBack]);
}
