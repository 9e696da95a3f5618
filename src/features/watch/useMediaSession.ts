import { useEffect } from 'react';
import { useObservable } from '#shared/lib/useObservable.ts';
import type { Player } from './player.ts';
import { skipSec } from './texts.ts';

/** What the lock screen and the keys of a headset show and do. */
export type NowPlaying = {
  title: string;
  course: string;
  artwork: string | null;
  previous: (() => void) | null;
  next: (() => void) | null;
};

/** Sets a handler; a browser that does not know the action is left alone. */
function handle(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler);
  } catch {
    // The action is unknown here.
  }
}

const actions: MediaSessionAction[] = [
  'play',
  'pause',
  'seekbackward',
  'seekforward',
  'seekto',
  'previoustrack',
  'nexttrack',
];

/** Tells the system what plays, and lets its keys steer the player. */
export function useMediaSession(
  player: Player,
  { title, course, artwork, previous, next }: NowPlaying,
): void {
  const { isReady, isPlaying, duration } = useObservable(player.state);
  const isHere = 'mediaSession' in navigator && isReady;

  useEffect(() => {
    if (!isHere) return;
    const picture = artwork ? [{ src: new URL(artwork, location.href).href }] : [];
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: course, artwork: picture });
    return () => {
      navigator.mediaSession.metadata = null;
    };
  }, [isHere, title, course, artwork]);

  useEffect(() => {
    if (!isHere) return;
    handle('play', player.play);
    handle('pause', player.pause);
    handle('seekbackward', ({ seekOffset }) => player.skip(-(seekOffset ?? skipSec)));
    handle('seekforward', ({ seekOffset }) => player.skip(seekOffset ?? skipSec));
    handle('seekto', ({ seekTime }) => seekTime !== undefined && player.seek(seekTime));
    handle('previoustrack', previous);
    handle('nexttrack', next);
    return () => {
      for (const action of actions) handle(action, null);
    };
  }, [isHere, player, previous, next]);

  useEffect(() => {
    if (!isHere) return;
    navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused';
    const position = Math.min(player.time(), duration);
    if (duration > 0) {
      const playbackRate = player.element.get()?.playbackRate ?? 1;
      navigator.mediaSession.setPositionState?.({ duration, position, playbackRate });
    }
  }, [isHere, isPlaying, duration, player]);
}
