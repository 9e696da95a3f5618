/** What names a part of a page beside its place: its words, where it leads, its state, and what it is about. */
function nameOf(element: Element): string {
  const about = element.closest('li, article')?.querySelector('a')?.getAttribute('href');
  const said = ['href', 'aria-label', 'aria-pressed', 'aria-expanded'].map((name) =>
    element.getAttribute(name),
  );
  return [element.localName, ...said, about, element.textContent].join('\n');
}

/** The part of another tree that is what `part` is in its own; `null`: there is none, or it has another state there. */
export function twinOf(part: HTMLElement, from: HTMLElement, to: HTMLElement): HTMLElement | null {
  const name = nameOf(part);
  const alike = (tree: HTMLElement) =>
    [...tree.querySelectorAll<HTMLElement>(part.localName)].filter((one) => nameOf(one) === name);
  return alike(to)[alike(from).indexOf(part)] ?? null;
}
