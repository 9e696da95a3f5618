import { HttpError, isOutage } from '#shared/lib/errors.ts';

/**
 * Why a video cannot be shown. `away`: it is not on this device and there is no connection · `lost`: the connection
 * broke while it was shown · `closed`: the learner may not watch it (any more) · `broken`: this browser cannot play it.
 */
export type PlayerProblem = 'away' | 'lost' | 'closed' | 'broken';

/** Code of `MediaError` for a file that is there and cannot be decoded. */
const decodeError = 3;

/** What is known when the video element gave up. */
export type PlayerFailure = {
  /** Of `MediaError`; 0 when there is none. */
  mediaCode: number;
  /** Whether the video had been shown before. */
  wasShown: boolean;
  /** The error of asking for fresh addresses; `null`: they came, and did not help. */
  error: unknown;
};

/** Reads a failure. */
export function problemOf({ mediaCode, wasShown, error }: PlayerFailure): PlayerProblem {
  if (error instanceof HttpError && (error.status === 403 || error.status === 404)) return 'closed';
  if (error !== null && isOutage(error)) return wasShown ? 'lost' : 'away';
  if (mediaCode === decodeError) return 'broken';
  return wasShown ? 'lost' : 'broken';
}
