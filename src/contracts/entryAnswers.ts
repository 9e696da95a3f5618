/**
 * Answers of the entry exam as they are sent and told, and as the engine of all exams keeps and marks them
 * (exams.md 3.6). Pure. Times are epoch milliseconds by the server's clock.
 */
import type { Cell, Cells, SentCells } from './examMerge.ts';

/** An answer as it was last changed. `value` empty: taken away again. `lo`: what the device said, where `at` is another. */
export type Answer = { value: string; at: number; lo?: number | undefined };
/** Answers by question. */
export type Answers = Record<string, Answer>;
/** An answer as a device sends it: when it was typed by its two clocks. Without `hi` there is one clock. */
export type SentAnswer = { value: string; at: number; hi?: number | undefined };
export type SentAnswers = Record<string, SentAnswer>;

/** An answer as a cell; it has no flag. */
export function cellOf({ value, at, lo = at }: Answer): Cell {
  return { v: value, at, lo, f: false, fat: 0, flo: 0 };
}

function mapped<From, To>(from: Record<string, From>, to: (one: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([id, one]) => [id, to(one)]));
}

/** Stored answers as cells. */
export function cellsOf(answers: Answers): Cells {
  return mapped(answers, cellOf);
}

/** Cells as they are stored. */
export function answersOf(cells: Cells): Answers {
  return mapped(cells, ({ v, at, lo }) => (lo === at ? { value: v, at } : { value: v, at, lo }));
}

/** Sent answers as the merge takes them. */
export function sentCellsOf(answers: SentAnswers): SentCells {
  return mapped(answers, ({ value, at, hi = at }) => ({ v: value.trim(), lo: at, hi }));
}
