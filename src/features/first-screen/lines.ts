import { ofTheCopy, ofTheMoment } from './ofTheMoment.ts';

/** What two screens may differ in. */
const mayDiffer = `${ofTheMoment},${ofTheCopy}`;

/** A piece of text and its position on the screen, in pixels. */
export type TextLine = { text: string; x: number; y: number };

/** Rounding difference of the browser between two layouts of the same content. */
const tolerance = 1;

/** Whether two screens show the same words in the same places: then one can replace the other unnoticed. */
export function isSameScreen(one: readonly TextLine[], other: readonly TextLine[]): boolean {
  return (
    one.length > 0 &&
    one.length === other.length &&
    one.every(({ text, x, y }, place) => {
      const beside = other[place];
      return (
        beside?.text === text && Math.abs(beside.x - x) <= tolerance && Math.abs(beside.y - y) <= tolerance
      );
    })
  );
}

/**
 * Reads the words of a page that are on the screen now. Text for screen readers only is one pixel small, and is
 * skipped.
 */
export function linesOf(element: Element): TextLine[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const lines: TextLine[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue?.trim();
    const parent = node.parentElement;
    // The parent first: what lies below the screen needs no second measuring.
    if (!text || !parent || !isOnScreen(parent.getBoundingClientRect()) || parent.closest(mayDiffer))
      continue;
    range.selectNodeContents(node);
    const place = range.getBoundingClientRect();
    if (isOnScreen(place)) lines.push({ text, x: place.left, y: place.top });
  }
  return lines;
}

function isOnScreen({ width, height, top, bottom }: DOMRect): boolean {
  return width > 1 && height > 1 && bottom > 0 && top < innerHeight;
}
