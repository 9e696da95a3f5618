import { useCallback, useEffect, useRef, useState } from 'react';
import { deviceId } from '#shared/lib/db/deviceId.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { now } from '#shared/lib/time/clock.ts';
import { postPlayback } from './api.ts';
import type { Player } from './player.ts';
import { tellPlaying, watchPlayingTabs } from './playingTabs.ts';

/**
 * After a pause longer than this a new session is asked for, ms. The server counts a device as playing for 60 s after
 * its last report.
 */
const sessionForMs = 45_000;

/**
 * Why the learner is asked whether to continue here. `elsewhere`: another device was already playing · `taken`: another
 * device began to play.
 */
export type Rivalry = 'elsewhere' | 'taken';

/**
 * Only one device plays, but another one may take over (product.md 3.9.6). Play starts at once and the server is told
 * in parallel; play stops only if the server says that another device plays. Without a connection nobody is asked. Of
 * two tabs of this browser, the one started last plays. While it plays, no new version of the app is installed
 * (offline.md 3.16).
 */
export function usePlayingSession(player: Player, lessonId: string) {
  const video = useObservable(player.element);
  useBusy(useObservable(player.state).isPlaying, 'video');
  const session = useRef<string | null>(null);
  const toldAt = useRef(0);
  const [rivalry, setRivalry] = useState<Rivalry | null>(null);

  const open = useCallback(
    async (isTakeOver: boolean): Promise<'may play' | 'may not play'> => {
      toldAt.current = now();
      try {
        const playback = await postPlayback(lessonId, await deviceId(), isTakeOver);
        session.current = playback.session_id;
      } catch (error) {
        session.current = null;
        if (error instanceof HttpError && error.status === 423) {
          player.pause();
          setRivalry('elsewhere');
          return 'may not play';
        }
      }
      return 'may play';
    },
    [player, lessonId],
  );

  useEffect(() => {
    if (!video) return;
    const stop = new AbortController();
    session.current = null;
    toldAt.current = 0;
    const began = () => {
      tellPlaying();
      if (session.current === null || now() - toldAt.current > sessionForMs) void open(false);
    };
    const goesOn = () => {
      if (!video.paused && session.current !== null) toldAt.current = now();
    };
    video.addEventListener('playing', began, { signal: stop.signal });
    video.addEventListener('timeupdate', goesOn, { signal: stop.signal });
    return () => stop.abort();
  }, [video, open]);

  useEffect(
    () =>
      watchPlayingTabs({
        otherPlays: () => {
          session.current = null;
          player.pause();
        },
        lost: (id) => {
          if (id !== session.current) return;
          session.current = null;
          player.pause();
          setRivalry('taken');
        },
      }),
    [player],
  );

  const takeOver = useCallback(() => {
    setRivalry(null);
    void open(true).then((answer) => (answer === 'may play' ? player.play() : undefined));
  }, [open, player]);
  return { session, rivalry, takeOver, leave: () => setRivalry(null) };
}
