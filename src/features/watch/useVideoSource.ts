import { useCallback, useEffect, useRef, useState } from 'react';
import type { Lesson } from '#contracts/lesson.ts';
import { OfflineError } from '#shared/lib/errors.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import type { Player } from './player.ts';
import { useRecovery } from './useRecovery.ts';

/** The addresses of the media of a lesson. They are signed and expire. */
export type VideoAddresses = NonNullable<Lesson['video']>;

/** What to show in the player. */
export type VideoSource = {
  lessonId: string;
  video: VideoAddresses;
  /** Second to begin at. */
  startAt: number;
  /** Whether to play at once: the learner came here by "next lesson". */
  playsAtOnce: boolean;
  isAudioOnly: boolean;
  /** Requests fresh addresses. */
  renew: () => Promise<VideoAddresses | null>;
};

/** An address without its signature: it identifies the file. */
function nameOf(url: string | null): string {
  return (url ?? '').split('?', 1)[0] ?? '';
}

function isSameMedia(a: VideoAddresses, b: VideoAddresses): boolean {
  return nameOf(a.mp4_url) === nameOf(b.mp4_url) && nameOf(a.audio_url) === nameOf(b.audio_url);
}

function urlOf(video: VideoAddresses, isAudioOnly: boolean): string {
  return (isAudioOnly && video.audio_url) || video.mp4_url;
}

/**
 * Loads the lesson into the player and keeps it playing. An expired address is replaced once and play continues at the
 * same second. When the connection breaks, the position is kept and play continues once it is back (product.md 2.3.F).
 */
export function useVideoSource(player: Player, source: VideoSource) {
  const { lessonId, isAudioOnly, renew } = source;
  const element = useObservable(player.element);
  const [inUse, setInUse] = useState({ lessonId, video: source.video });
  // Every refresh brings new signatures for the same files; a playing video is not reloaded for them.
  if (inUse.lessonId !== lessonId || !isSameMedia(inUse.video, source.video)) {
    setInUse({ lessonId, video: source.video });
  }
  const url = urlOf(inUse.video, isAudioOnly);
  const latest = useRef(source);
  const shown = useRef<string | null>(null);
  useEffect(() => {
    latest.current = source;
  });

  useEffect(() => {
    if (!element) return;
    const isNew = shown.current !== lessonId;
    shown.current = lessonId;
    const { startAt, playsAtOnce } = latest.current;
    const goesOn = !element.paused && !element.ended;
    const at = isNew ? startAt : player.time();
    player.load({ url, at, isPlaying: isNew ? playsAtOnce : goesOn, isNew });
  }, [element, player, lessonId, url]);

  const again = useCallback(
    async (isPlaying: boolean) => {
      if (connectivity.get().state !== 'online') await connectivity.check();
      if (connectivity.get().state === 'offline') throw new OfflineError('network');
      const video = await renew();
      if (!video || !player.element.get()) return;
      player.load({
        url: urlOf(video, latest.current.isAudioOnly),
        at: player.time(),
        isPlaying,
        isNew: false,
      });
    },
    [player, renew],
  );
  return { ...useRecovery(player, lessonId, again), video: inUse.video };
}
