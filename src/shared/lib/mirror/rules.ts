import { HttpError, isAbort, isOutage, isTimeout } from '../errors.ts';

/** Whether the server says that the learner may not see something, or that it is gone (session.md 15.1). */
export function isRevoked(error: unknown): boolean {
  return error instanceof HttpError && (error.status === 403 || error.status === 404);
}

/** What a failed refresh means for the screen. */
export type RefreshFailure = {
  /** To be shown; `null`: nothing happened, or the stored copy stands in for the answer. */
  error: Error | null;
  /** Network or server are away: a stored copy is of its time, not of now. */
  isAway: boolean;
};

/**
 * Reads the failure of a refresh. Network trouble, time limit and maintenance fall back to the stored copy and are an
 * error only without one; a call given up for a newer one is silent (session.md 10.9); all else is shown.
 */
export function failureOf(error: unknown, hasCopy: boolean): RefreshFailure {
  if (!error || (isAbort(error) && !isTimeout(error))) return { error: null, isAway: false };
  const known = error instanceof Error ? error : new Error(String(error));
  if (isOutage(error)) return { error: hasCopy ? null : known, isAway: true };
  return { error: known, isAway: false };
}
