import type { RunningAttempt } from '#shared/lib/exam/attempt.ts';
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

type Warning = { mark: number; words: string };

/** What to announce when the remaining time has gone from `before` to `now`, s; `null`: nothing. */
export function warningAt(before: number, now: number): Warning | null {
  const found = marks.find(([mark]) => before > mark && now <= mark && now > mark - staleAfter);
  return found ? { mark: found[0], words: found[1] } : null;
}

/**
 * The same for a running attempt: what is announced stands in its event log, where operators see what the taker was told
 * (exams.md 3.8).
 */
export function announceTime(
  attempt: Pick<RunningAttempt, 'get' | 'note'>,
  before: number,
  now: number,
): Warning | null {
  const found = warningAt(before, now);
  if (!found || attempt.get().row.state !== 'running') return null;
  attempt.note('warned', found.mark);
  return found;
}
