import { useEffect } from 'react';
import { changePreference, usePreference } from '#features/settings/preference.ts';
import { playerChoices } from '#features/watch/playerChoices.ts';

/**
 * Synchronises speed and captions of the player with the learner's preference: a choice made here is stored for every
 * device, and a choice made on another device is applied here.
 */
export function usePlaybackPreference(): void {
  const { playback_rate, caption } = usePreference();
  useEffect(() => {
    playerChoices.set({ rate: playback_rate, isCaptioned: caption });
  }, [playback_rate, caption]);
  useEffect(
    () =>
      playerChoices.subscribe(() => {
        const { rate, isCaptioned } = playerChoices.get();
        if (rate !== playback_rate) void changePreference({ playback_rate: rate });
        if (isCaptioned !== caption) void changePreference({ caption: isCaptioned });
      }),
    [playback_rate, caption],
  );
}
