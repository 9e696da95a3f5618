/** When the next save of an attempt is due (exams.md 3.4 S3, 8). Times are monotonic ms of the page. Pure. */

/** From the first change to its save; the server may widen it. */
export const firstSaveMs = 5000;
/** So much earlier or later, so that a hall full of learners does not save in the same moment. */
export const jitterMs = 1000;
/** A sign of life when nothing was sent. */
export const heartbeatMs = 30_000;
/** Without an acknowledgement for so long the learner is told that it is not sent. */
export const unsentAfterMs = 8000;
/** While the device itself keeps nothing, every second second counts. */
export const withoutStorageMs = 2000;
const leastBackoffMs = 5000;
const mostBackoffMs = 30_000;
/** Over which the return of a server is spread. */
export const returnSpreadMs = 10_000;

/** What the pace depends on. */
export type Pace = {
  /** Saves that failed in a row. */
  failures: number;
  /** The server asks to wait so long. */
  retryAfterMs: number;
  saveEveryMs: number;
  hasStorage: boolean;
};

/** How long after the first unsent change the save is due. `random`: 0 to 1. */
export function afterChange({ saveEveryMs, hasStorage }: Pace, random: number): number {
  if (!hasStorage) return withoutStorageMs;
  return Math.max(firstSaveMs, saveEveryMs) + (2 * random - 1) * jitterMs;
}

/** How long after a save that went well the next sign of life is due. */
export function afterSuccess({ saveEveryMs }: Pace, random: number): number {
  return Math.max(heartbeatMs, 2 * saveEveryMs) + (2 * random - 1) * jitterMs;
}

/** How long after a failure the next try is due: full jitter between five and thirty seconds, or as the server says. */
export function afterFailure({ failures, retryAfterMs, hasStorage }: Pace, random: number): number {
  if (retryAfterMs > 0) return retryAfterMs + random * jitterMs;
  if (!hasStorage) return withoutStorageMs;
  const ceiling = Math.min(mostBackoffMs, leastBackoffMs * 2 ** Math.max(0, failures - 1));
  return leastBackoffMs + random * (ceiling - leastBackoffMs);
}
