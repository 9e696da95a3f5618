import { twinOf } from './twin.ts';

/**
 * Finds for what has the focus in one tree its twin in the other. Answers how to focus it, for when the other tree is
 * to be seen.
 */
export function focusTwin(from: HTMLElement, to: HTMLElement): () => void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !from.contains(focused)) return () => undefined;
  const twin = twinOf(focused, from, to);
  return () => twin?.focus({ preventScroll: true });
}
