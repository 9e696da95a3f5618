import type { Highlight } from './rows.ts';

/** The three styles of a highlight: they differ in their line, not only in colour (exams.md 4). */
export const highlightStyles = [1, 2, 3] as const;
export type HighlightStyle = Highlight['style'];

/** A range of a text: offsets in its plain text; `to` is after its last character. */
export type Span = Pick<Highlight, 'from' | 'to'>;

/** The highlights of one text without anything inside a range. */
export function withoutSpan(marks: readonly Highlight[], { from, to }: Span): Highlight[] {
  return marks.flatMap((mark) => {
    if (mark.to <= from || mark.from >= to) return [mark];
    const before = { ...mark, to: from };
    const after = { ...mark, from: to };
    return [before, after].filter((rest) => rest.from < rest.to);
  });
}

/** The highlights of one text plus one: it replaces those under it, and joins with neighbours of its own style. */
export function withMark(marks: readonly Highlight[], mark: Highlight): Highlight[] {
  if (mark.from >= mark.to) return [...marks];
  const all = [...withoutSpan(marks, mark), mark].sort((one, other) => one.from - other.from);
  const joined: Highlight[] = [];
  for (const next of all) {
    const last = joined.at(-1);
    if (last && last.style === next.style && last.to >= next.from)
      joined[joined.length - 1] = { ...last, to: Math.max(last.to, next.to) };
    else joined.push(next);
  }
  return joined;
}

/** Whether anything is highlighted inside a range. */
export function hasMark(marks: readonly Highlight[], { from, to }: Span): boolean {
  return marks.some((mark) => mark.from < to && mark.to > from);
}

/** The style of a range that is highlighted as a whole; `null`: it is not. */
export function styleOf(marks: readonly Highlight[], { from, to }: Span): HighlightStyle | null {
  return marks.find((mark) => mark.from <= from && mark.to >= to)?.style ?? null;
}

/** The highlight at a position of the text. */
export function markAt(marks: readonly Highlight[], at: number): Highlight | null {
  return marks.find((mark) => mark.from <= at && mark.to > at) ?? null;
}

/**
 * Splits a text into sentences, for learners who highlight without a pointer. `breaks`: offsets at which a paragraph
 * ends. Blank sentences are left out, and so are the blanks around a sentence.
 */
export function sentencesOf(text: string, breaks: readonly number[]): Span[] {
  const ends = new Set(breaks);
  const spans: Span[] = [];
  let from = 0;
  const close = (to: number) => {
    const piece = text.slice(from, to);
    const start = from + (piece.length - piece.trimStart().length);
    const end = start + piece.trim().length;
    if (end > start) spans.push({ from: start, to: end });
    from = to;
  };
  for (let at = 0; at < text.length; at += 1) {
    if (ends.has(at)) close(at);
    if (isEnd(text, at)) close(at + 1);
  }
  close(text.length);
  return spans;
}

/** Whether a sentence ends after a character: not before a closing bracket, and at a full stop only before a blank. */
function isEnd(text: string, at: number): boolean {
  const sign = text[at] ?? '';
  const next = text[at + 1] ?? ' ';
  if (/[」』)”’]/.test(sign)) return /[。!?]/.test(text[at - 1] ?? '') && !/[とのなはがをに、]/.test(next);
  if (/[。!?]/.test(sign)) return !/[」』)”’]/.test(next);
  return /[.!?]/.test(sign) && /\s/.test(next);
}
