const firstPauseMs = 2000;
const longestPauseMs = 5 * 60 * 1000;

/**
 * Pause before the next try, in ms (exponential backoff with jitter). It doubles from 2 s to 5 min; the actual pause is
 * between half of that and all of it, so that many devices do not return at the same moment. Never shorter than the
 * server asked for.
 *
 * @param tries tries so far, 1 or more.
 * @param retryAfterMs what `Retry-After` asked for, 0 without that header.
 * @param random a number from 0 to 1.
 */
export function backoffMs(tries: number, retryAfterMs: number, random: number): number {
  const whole = Math.min(firstPauseMs * 2 ** Math.max(0, tries - 1), longestPauseMs);
  return Math.max(Math.round(whole / 2 + (whole / 2) * random), retryAfterMs);
}
