import { texts } from './texts.ts';

/** Seconds left at which it is said, once each (exams.md 4). */
const marks: readonly (readonly [mark: number, words: string])[] = [
  [1800, texts.warn(30)],
  [600, texts.warn(10)],
  [300, texts.warn(5)],
  [60, texts.warn(1)],
  [30, texts.warnSeconds],
];
/** What was passed so long ago, in a page that slept, is not said any more, s. */
const staleAfter = 20;

/** What is said when the time left has gone from `before` to `now`, s; `null`: nothing. */
export function warningAt(before: number, now: number): { mark: number; words: string } | null {
  const found = marks.find(([mark]) => before > mark && now <= mark && now > mark - staleAfter);
  return found ? { mark: found[0], words: found[1] } : null;
}
