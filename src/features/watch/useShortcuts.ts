import { useEffect, useRef } from 'react';
import { commandOf, keyTargetOf, type PlayerCommand } from './shortcuts.ts';
import { usePlayerChoices } from './useChoices.ts';

/**
 * Single keys control the player wherever the focus is, but never while the learner types or while a dialog is open.
 * The same keys work on the focused video, so its built-in key handling is suppressed.
 *
 * @param run runs the command of a key; returns whether it could.
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
