import { HttpError, isOutage } from '#shared/lib/errors.ts';

/**
 * Why a video cannot be shown. `away`: it is not on this device and there is no connection · `lost`: the connection
 * broke while the video was shown · `closed`: the learner may not (or no longer) watch it · `broken`: this browser
 * cannot play it.
 */
export type PlayerProblem = 'away' | 'lost' | 'closed' | 'broken';

/** Code of `MediaError` for a file that arrived but cannot be decoded. */
const decodeError = 3;

/** What is known when the video element has failed. */
export type PlayerFailure = {
  /** The code of `MediaError`; 0 when there is none. */
  mediaCode: number;
  /** Whether the video had been shown before. */
  wasShown: boolean;
  /** The error of the request for fresh addresses; `null`: the addresses came but did not help. */
  error: unknown;
};

/** Finds the problem behind a failure. */
export function problemOf({ mediaCode, wasShown, error }: PlayerFailure): PlayerProblem {
  if (error instanceof HttpError && (error.status === 403 || error.status === 404)) return 'closed';
  if (error !== null && isOutage(error)) return wasShown ? 'lost' : 'away';
  if (mediaCode === decodeError) return 'broken';
  return wasShown ? 'lost' : 'broken';
}
