/** When the next save of an attempt is due (exams.md 3.4 S3, 8). Times are monotonic ms of the page. Pure. */

/** Delay from the first change to its save; the server may lengthen it. */
export const firstSaveMs = 5000;
/** Random deviation of the delay, so that a hall full of learners does not save at the same moment. */
export const jitterMs = 1000;
/** Interval of the heartbeat when nothing was sent. */
export const heartbeatMs = 30_000;
/** After this time without an acknowledgement the learner sees that the answers are not sent. */
export const unsentAfterMs = 8000;
/** While the device cannot store anything, saves are this frequent. */
export const withoutStorageMs = 2000;
const leastBackoffMs = 5000;
const mostBackoffMs = 30_000;
/** Saves after a return of the server are spread over this time. */
export const returnSpreadMs = 10_000;

/** What the pace depends on. */
export type Pace = {
  /** Number of failed saves in a row. */
  failures: number;
  /** How long the server asks to wait. */
  retryAfterMs: number;
  saveEveryMs: number;
  hasStorage: boolean;
};

/** Delay from the first unsent change to the save. `random`: 0 to 1. */
export function afterChange({ saveEveryMs, hasStorage }: Pace, random: number): number {
  if (!hasStorage) return withoutStorageMs;
  return Math.max(firstSaveMs, saveEveryMs) + (2 * random - 1) * jitterMs;
}

/** Delay from a successful save to the next heartbeat. */
export function afterSuccess({ saveEveryMs }: Pace, random: number): number {
  return Math.max(heartbeatMs, 2 * saveEveryMs) + (2 * random - 1) * jitterMs;
}

/**
 * Delay from a failure to the retry: random between five seconds and a limit that doubles from ten to thirty seconds, or
 * as the server asks. Random from the first retry on: a failure hits a whole hall at the same moment (exams.md 8).
 * `failures`: before this one.
 */
export function afterFailure({ failures, retryAfterMs, hasStorage }: Pace, random: number): number {
  if (retryAfterMs > 0) return retryAfterMs + random * jitterMs;
  if (!hasStorage) return withoutStorageMs;
  const ceiling = Math.min(mostBackoffMs, leastBackoffMs * 2 ** (failures + 1));
  return leastBackoffMs + random * (ceiling - leastBackoffMs);
}
