import { useCallback, useRef } from 'react';
import type { Player } from '#features/watch/player.ts';

/** Pauses the video while a note is being written, and continues it afterwards if it was playing before. */
export function useNotePause(player: Player): (isWriting: boolean) => void {
  const hasStopped = useRef(false);
  return useCallback(
    (isWriting) => {
      if (isWriting && player.state.get().isPlaying) {
        player.pause();
        hasStopped.current = true;
      } else if (!isWriting && hasStopped.current) {
        hasStopped.current = false;
        player.play();
      }
    },
    [player],
  );
}
