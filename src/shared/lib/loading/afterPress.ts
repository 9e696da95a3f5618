let isPressed = false;
if (typeof document !== 'undefined') {
  const note = ({ type }: Event) => {
    isPressed = type === 'mousedown';
  };
  for (const type of ['mousedown', 'mouseup']) document.addEventListener(type, note, true);
}

/**
 * Runs `work` now, or after the pressed mouse button or finger is released. Leaving a field by pressing a button may
 * show or hide an error above that button. If the button moved during the press, the tap would be lost.
 */
export function afterPress(work: () => void): void {
  if (isPressed) {
    // The click event follows this event and must come first.
    document.addEventListener('mouseup', () => setTimeout(work), { once: true });
  } else work();
}
