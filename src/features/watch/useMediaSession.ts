import { useEffect } from 'react';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import type { Player } from './player.ts';
import { skipSec } from './texts.ts';

/** What the lock screen and headset keys show and do. */
export type NowPlaying = {
  title: string;
  course: string;
  artwork: string | null;
  previous: (() => void) | null;
  next: (() => void) | null;
};

/** Sets a handler; does nothing in a browser that does not know the action. */
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
  'stop',
  'seekbackward',
  'seekforward',
  'seekto',
  'previoustrack',
  'nexttrack',
];

/**
 * Events after which the system must be told the position again. The system itself counts on from the last position and
 * speed. That count becomes wrong after a jump, another speed, another source, a stop, or a wait for data.
 */
const movesPlace = [
  'loadedmetadata',
  'durationchange',
  'play',
  'playing',
  'pause',
  'waiting',
  'ended',
  'seeked',
  'ratechange',
  'emptied',
] as const;

/** Tells the system whether the video plays, its position and its speed; no position while the length is unknown. */
function tellPlace(video: HTMLVideoElement, player: Player): void {
  const { mediaSession } = navigator;
  mediaSession.playbackState = video.paused || video.ended ? 'paused' : 'playing';
  const { duration, playbackRate } = video;
  if (!(Number.isFinite(duration) && duration > 0 && playbackRate > 0)) {
    mediaSession.setPositionState?.();
    return;
  }
  const position = Math.min(Math.max(0, player.time()), duration);
  mediaSession.setPositionState?.({ duration, position, playbackRate });
}

/** Nothing plays here any more. */
function tellNothing(): void {
  navigator.mediaSession.playbackState = 'none';
  navigator.mediaSession.setPositionState?.();
}

/** Tells the system what is playing, and lets the system's media keys control the player. */
export function useMediaSession(
  player: Player,
  { title, course, artwork, previous, next }: NowPlaying,
): void {
  const { isReady } = useObservable(player.state);
  const video = useObservable(player.element);
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
    handle('stop', player.pause);
    // Keys without a step of their own send no offset, or 0.
    handle('seekbackward', ({ seekOffset }) => player.skip(-(seekOffset || skipSec)));
    handle('seekforward', ({ seekOffset }) => player.skip(seekOffset || skipSec));
    handle('seekto', ({ seekTime }) => typeof seekTime === 'number' && player.seek(seekTime));
    handle('previoustrack', previous);
    handle('nexttrack', next);
    return () => {
      for (const action of actions) handle(action, null);
    };
  }, [isHere, player, previous, next]);

  useEffect(() => {
    if (!isHere || !video) return;
    const stop = new AbortController();
    const tell = () => tellPlace(video, player);
    tell();
    for (const type of movesPlace) video.addEventListener(type, tell, { signal: stop.signal });
    return () => {
      stop.abort();
      tellNothing();
    };
  }, [isHere, video, player]);
}
