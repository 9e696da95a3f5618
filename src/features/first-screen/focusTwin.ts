import { twinOf } from './twin.ts';

/**
 * Finds the twin of the focused element in the other tree. Returns a function that focuses this twin, for the moment
 * when the other tree is shown.
 */
export function focusTwin(from: HTMLElement, to: HTMLElement): () => void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !from.contains(focused)) return () => undefined;
  const twin = twinOf(focused, from, to);
  return () => twin?.focus({ preventScroll: true });
}
