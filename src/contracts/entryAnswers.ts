/**
 * Answers of the entry exam: as they are sent, and as the engine of all exams keeps and marks them (exams.md 3.6).
 * Pure. Times are epoch milliseconds by the server's clock.
 */
import type { Cell, Cells, SentCells } from './examMerge.ts';

/**
 * The latest version of an answer. Empty `value`: the answer was removed. `lo`: the time the device gave, where it
 * differs from `at`.
 */
export type Answer = { value: string; at: number; lo?: number | undefined };
/** Answers by question. */
export type Answers = Record<string, Answer>;
/**
 * An answer as a device sends it: when it was typed, by both clocks of the device. Without `hi` the device has one
 * clock.
 */
export type SentAnswer = { value: string; at: number; hi?: number | undefined };
export type SentAnswers = Record<string, SentAnswer>;

/** An answer as a cell; answers of the entry exam have no flag. */
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

/** Sent answers in the form that the merge reads. */
export function sentCellsOf(answers: SentAnswers): SentCells {
  return mapped(answers, ({ value, at, hi = at }) => ({ v: value.trim(), lo: at, hi }));
}
