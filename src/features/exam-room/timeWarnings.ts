import { texts } from './texts.ts';

/** Remaining seconds at which the time is announced, once each (exams.md 4). */
const marks: readonly (readonly [mark: number, words: string])[] = [
  [1800, texts.warn(30)],
  [600, texts.warn(10)],
  [300, texts.warn(5)],
  [60, texts.warn(1)],
  [30, texts.warnSeconds],
];
/** A moment that passed longer ago than this, in a page that slept, is not announced any more, s. */
const staleAfter = 20;

/** What to announce when the remaining time has gone from `before` to `now`, s; `null`: nothing. */
export function warningAt(before: number, now: number): { mark: number; words: string } | null {
  const found = marks.find(([mark]) => before > mark && now <= mark && now > mark - staleAfter);
  return found ? { mark: found[0], words: found[1] } : null;
}
