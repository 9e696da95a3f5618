import { useEffect } from 'react';
import { changePreference, usePreference } from '#features/settings/preference.ts';
import { playerChoices } from '#features/watch/playerChoices.ts';

/**
 * Keeps speed and captions of the player and the learner's preference in step: what is chosen here is remembered for
 * every device, and what was chosen on another one is taken over.
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
