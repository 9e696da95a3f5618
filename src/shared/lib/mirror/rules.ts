import { HttpError, isAbort, isOutage, isTimeout } from '../errors.ts';

/** Whether the server says that the learner may not see something, or that it no longer exists (session.md 15.1). */
export function isRevoked(error: unknown): boolean {
  return error instanceof HttpError && (error.status === 403 || error.status === 404);
}

/** What a failed refresh means for the screen. */
export type RefreshFailure = {
  /** The error to show; `null`: nothing happened, or the stored copy is shown instead. */
  error: Error | null;
  /** Network or server are away: a stored copy may be out of date. */
  isAway: boolean;
};

/**
 * Interprets a failed refresh. For network trouble, time limit and maintenance the stored copy is shown; they are an
 * error only without a copy. A call aborted for a newer one is silent (session.md 10.9). All other errors are shown.
 */
export function failureOf(error: unknown, hasCopy: boolean): RefreshFailure {
  if (!error || (isAbort(error) && !isTimeout(error))) return { error: null, isAway: false };
  const known = error instanceof Error ? error : new Error(String(error));
  if (isOutage(error)) return { error: hasCopy ? null : known, isAway: true };
  return { error: known, isAway: false };
}
