import { OfflineError, timeoutError } from '../errors.ts';
import { loadAgain } from '../loading/loadAgain.ts';
import { attemptLimitMs } from './attempt.ts';
import { connectivity } from './connectivity.ts';
import { until } from './until.ts';

/**
 * A part of the client that is loaded together with the sending code (attempt.ts), because no guest's first page needs
 * it. If it cannot be loaded, the call counts as unanswered.
 *
 * @throws an `AbortError` after the limit of an attempt, OfflineError if nothing came.
 */
export function clientPart<Part>(load: () => Promise<Part>): () => Promise<Part> {
  const loadPart = loadAgain(load);
  return async () => {
    const limit = AbortSignal.timeout(attemptLimitMs);
    try {
      return await until(loadPart(), limit);
    } catch (error) {
      connectivity.report('offline');
      throw limit.aborted ? timeoutError() : new OfflineError('network', error);
    }
  };
}
