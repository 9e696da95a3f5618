import { useEffect, useState } from 'react';
import { playbackRates } from '#contracts/accounts.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import type { Player } from './player.ts';
import { type PlayerChoices, playerChoices } from './playerChoices.ts';

/** The choices of this device, live. */
export function usePlayerChoices(): PlayerChoices {
  return useObservable(playerChoices);
}

/**
 * Keeps the video at the chosen speed, and adopts a speed chosen in the browser's own menu. A new source starts at
 * normal speed, so the speed is set again each time.
 */
export function useRate(player: Player): void {
  const video = useObservable(player.element);
  const { rate } = usePlayerChoices();
  useEffect(() => {
    if (!video) return;
    const stop = new AbortController();
    const apply = () => {
      video.defaultPlaybackRate = rate;
      video.playbackRate = rate;
    };
    apply();
    video.addEventListener('loadedmetadata', apply, { signal: stop.signal });
    video.addEventListener(
      'ratechange',
      () => {
        const chosen = playbackRates.find((one) => one === video.playbackRate);
        if (video.readyState > 0 && chosen && chosen !== rate) playerChoices.set({ rate: chosen });
      },
      { signal: stop.signal },
    );
    return () => stop.abort();
  }, [video, rate]);
}

/** The current speed of the video, live; while there is no video, the chosen speed. */
export function useShownRate(player: Player): number {
  const video = useObservable(player.element);
  const { rate } = usePlayerChoices();
  const [shown, setShown] = useState(rate);
  useEffect(() => {
    if (!video) return setShown(rate);
    const follow = () => setShown(video.playbackRate);
    follow();
    video.addEventListener('ratechange', follow);
    return () => video.removeEventListener('ratechange', follow);
  }, [video, rate]);
  return shown;
}

/**
 * Keeps captions on or off as chosen, and adopts what is chosen in the browser's own menu.
 *
 * @param files identifies the caption files of the lesson; empty: none.
 */
export function useCaptions(player: Player, files: string): void {
  const video = useObservable(player.element);
  const { isCaptioned } = usePlayerChoices();
  useEffect(() => {
    if (!video || files === '') return;
    const tracks = Array.from(video.textTracks);
    for (const [index, track] of tracks.entries()) {
      track.mode = isCaptioned && index === 0 ? 'showing' : 'hidden';
    }
    const follow = () => {
      const isShowing = tracks.some((track) => track.mode === 'showing');
      if (isShowing !== isCaptioned) playerChoices.set({ isCaptioned: isShowing });
    };
    video.textTracks.addEventListener('change', follow);
    return () => video.textTracks.removeEventListener('change', follow);
  }, [video, files, isCaptioned]);
}
