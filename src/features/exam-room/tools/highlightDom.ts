import type { HighlightStyle, Span } from '#shared/lib/exam/highlights.ts';
import type { Highlight as Mark } from '#shared/lib/exam/rows.ts';

/** Attribute that names a text of the paper in the page. */
export const partAttribute = 'data-mark-part';

const names: Record<HighlightStyle, string> = { 1: 'exam-mark-1', 2: 'exam-mark-2', 3: 'exam-mark-3' };

/** Whether the browser can draw marks over a text without changing it (CSS Custom Highlight API). */
export function hasHighlightApi(): boolean {
  return typeof CSS !== 'undefined' && 'highlights' in CSS && typeof Highlight === 'function';
}

/** The text of the paper that contains a node. */
export function partAt(node: Node | null): HTMLElement | null {
  const element = node instanceof Element ? node : (node?.parentElement ?? null);
  return element?.closest<HTMLElement>(`[${partAttribute}]`) ?? null;
}

/** Offset of a position in the plain text of a host: the length of the text before it, as the browser gives it. */
function offsetOf(host: Node, container: Node, at: number): number {
  const before = document.createRange();
  before.selectNodeContents(host);
  before.setEnd(container, at);
  return before.toString().length;
}

/** The part of a host's plain text that a range covers, cut to the host; `null`: none. */
export function spanOf(host: HTMLElement, range: Range): Span | null {
  if (!range.intersectsNode(host)) return null;
  const whole = document.createRange();
  whole.selectNodeContents(host);
  const isStartInside = whole.compareBoundaryPoints(Range.START_TO_START, range) <= 0;
  const isEndInside = whole.compareBoundaryPoints(Range.END_TO_END, range) >= 0;
  const from = isStartInside ? offsetOf(host, range.startContainer, range.startOffset) : 0;
  const to = isEndInside ? offsetOf(host, range.endContainer, range.endOffset) : whole.toString().length;
  return from < to ? { from, to } : null;
}

type Piece = { node: Text; from: number; to: number };

/** The text nodes of a host with their offsets. */
function piecesOf(host: HTMLElement): Piece[] {
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
  const pieces: Piece[] = [];
  let from = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    pieces.push({ node, from, to: from + node.data.length });
    from += node.data.length;
  }
  return pieces;
}

/** A stretch of text as a range, cut to the text; `null`: it begins after the end of the text. */
export function rangeOf(host: HTMLElement, { from, to }: Span): Range | null {
  const pieces = piecesOf(host);
  const first = pieces.find((piece) => piece.to > from);
  const last = pieces.findLast((piece) => piece.from < to);
  if (!first || !last || last.to <= from) return null;
  const range = document.createRange();
  range.setStart(first.node, Math.max(0, from - first.from));
  range.setEnd(last.node, Math.min(last.node.data.length, to - last.from));
  return range;
}

function registered(style: HighlightStyle): Highlight {
  const found = CSS.highlights.get(names[style]);
  if (found) return found;
  const made = new Highlight();
  CSS.highlights.set(names[style], made);
  return made;
}

/** Draws without changing the text. */
function paintOver(host: HTMLElement, marks: readonly Mark[]): () => void {
  const done = marks.flatMap((mark) => {
    const range = rangeOf(host, mark);
    if (!range) return [];
    registered(mark.style).add(range);
    return [{ style: mark.style, range }];
  });
  return () => {
    for (const { style, range } of done) registered(style).delete(range);
  };
}

/**
 * Without the API: the marked stretches are wrapped in elements, and unwrapped again. The plain text stays the same.
 */
function wrap(host: HTMLElement, marks: readonly Mark[]): () => void {
  for (const mark of marks)
    for (const { node, from, to } of piecesOf(host)) {
      if (to <= mark.from || from >= mark.to || node.data.trim() === '') continue;
      const start = Math.max(0, mark.from - from);
      const middle = start > 0 ? node.splitText(start) : node;
      const length = Math.min(to, mark.to) - Math.max(from, mark.from);
      if (length < middle.data.length) middle.splitText(length);
      const span = document.createElement('span');
      span.dataset.mark = String(mark.style);
      middle.replaceWith(span);
      span.append(middle);
    }
  return () => {
    for (const span of host.querySelectorAll('span[data-mark]')) span.replaceWith(...span.childNodes);
    host.normalize();
  };
}

/** Shows the marks of a text. @returns a function that removes them. */
export function paint(host: HTMLElement, marks: readonly Mark[]): () => void {
  if (marks.length === 0) return () => undefined;
  return hasHighlightApi() ? paintOver(host, marks) : wrap(host, marks);
}

/** The offset in a host at a point of the screen; `null`: no text of the host is there. */
export function offsetAt(host: HTMLElement, x: number, y: number): number | null {
  const found = document.caretPositionFromPoint?.(x, y);
  if (found) return host.contains(found.offsetNode) ? offsetOf(host, found.offsetNode, found.offset) : null;
  // Safari before 18.4 only knows the older name.
  const range = (
    document as { caretRangeFromPoint?: (x: number, y: number) => Range | null }
  ).caretRangeFromPoint?.(x, y);
  return range && host.contains(range.startContainer)
    ? offsetOf(host, range.startContainer, range.startOffset)
    : null;
}

/** The readable text of a host, character by character with its places, and the ends of its paragraphs. */
export type ReadText = {
  text: string;
  breaks: number[];
  /** The words of a stretch, without ruby and without the hidden parts of formulas. */
  wordsOf: (span: Span) => string;
};

const unseen = 'rt, rp, annotation, .katex-html, .visually-hidden';
const blocks = 'p, li, td, th, div, h3, h4, h5, blockquote, figcaption';

/** Reads a text of the page for the list of its sentences. */
export function readText(host: HTMLElement): ReadText {
  const pieces = piecesOf(host);
  const text = pieces.map(({ node }) => node.data).join('');
  const breaks = pieces.flatMap(({ node, from }, at) => {
    const former = pieces[at - 1];
    const isNew =
      former && former.node.parentElement?.closest(blocks) !== node.parentElement?.closest(blocks);
    return isNew ? [from] : [];
  });
  const seen = pieces.filter(({ node }) => !node.parentElement?.closest(unseen));
  const wordsOf = ({ from, to }: Span) =>
    seen
      .filter((piece) => piece.from < to && piece.to > from)
      .map(({ node, from: start }) => node.data.slice(Math.max(0, from - start), Math.max(0, to - start)))
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim();
  return { text, breaks, wordsOf };
}
