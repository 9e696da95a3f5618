/** What identifies a part of a page besides its place: its words, its link, its state, and the item it belongs to. */
function nameOf(element: Element): string {
  const about = element.closest('li, article')?.querySelector('a')?.getAttribute('href');
  const said = ['href', 'aria-label', 'aria-pressed', 'aria-expanded'].map((name) =>
    element.getAttribute(name),
  );
  return [element.localName, ...said, about, element.textContent].join('\n');
}

/** The element in the other tree that corresponds to `part`; `null`: there is none, or it has another state there. */
export function twinOf(part: HTMLElement, from: HTMLElement, to: HTMLElement): HTMLElement | null {
  const name = nameOf(part);
  const alike = (tree: HTMLElement) =>
    [...tree.querySelectorAll<HTMLElement>(part.localName)].filter((one) => nameOf(one) === name);
  return alike(to)[alike(from).indexOf(part)] ?? null;
}
