let isPressed = false;
if (typeof document !== 'undefined') {
  const note = ({ type }: Event) => {
    isPressed = type === 'mousedown';
  };
  for (const type of ['mousedown', 'mouseup']) document.addEventListener(type, note, true);
}

/**
 * Runs `work` now, or once the mouse button or finger that is down has been let go. Leaving a field by pressing a button
 * may show or take away an error above that button: if it moved under the press, the tap would be lost.
 */
export function afterPress(work: () => void): void {
  if (isPressed) {
    // The click comes right after this event, and goes first.
    document.addEventListener('mouseup', () => setTimeout(work), { once: true });
  } else work();
}
