import { useEffect, useRef } from 'react';
import { commandOf, keyTargetOf, type PlayerCommand } from './shortcuts.ts';
import { usePlayerChoices } from './useChoices.ts';

/**
 * Single keys steer the player wherever the focus is, but never while typing and never below an open dialog. Keys of
 * the video's own controls mean the same here, so its own meaning is taken away.
 *
 * @param run does what a key asks for; answers whether it could.
 */
export function useShortcuts(run: (command: PlayerCommand) => boolean): void {
  const { hasShortcuts } = usePlayerChoices();
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const command = commandOf(event, keyTargetOf(document.activeElement));
      if (command === null || (!hasShortcuts && command !== 'map')) return;
      if (latest.current(command)) event.preventDefault();
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [hasShortcuts]);
}
