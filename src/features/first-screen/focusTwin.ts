/** What names a link or a part of the page beside its place. */
function nameOf(element: Element): string {
  return `${element.localName} ${element.getAttribute('href') ?? ''} ${element.textContent ?? ''}`;
}

/**
 * Finds for what has the focus in one tree its twin in the other. Answers how to focus it, for when the other tree is
 * to be seen.
 */
export function focusTwin(from: HTMLElement, to: HTMLElement): () => void {
  const focused = document.activeElement;
  if (!focused || !from.contains(focused)) return () => undefined;
  const alike = (tree: HTMLElement) =>
    [...tree.querySelectorAll<HTMLElement>(focused.localName)].filter(
      (one) => nameOf(one) === nameOf(focused),
    );
  const place = alike(from).indexOf(focused as HTMLElement);
  const twin = alike(to)[place];
  return () => twin?.focus({ preventScroll: true });
}
