import { abortError, OfflineError, timeoutError } from '../errors.ts';
import { loadAgain } from '../loading/loadAgain.ts';
import type { Method } from './retry.ts';
import type { Target } from './target.ts';
import { until } from './until.ts';

/** Limit of one attempt, body included, in milliseconds (specification.md 9). */
export const attemptLimitMs = 25_000;

/** One call, ready to be sent. `token` is the stored value, type included; `null`: no Authorization. */
export type Call = {
  method: Method;
  target: Target;
  body?: unknown;
  headers?: Record<string, string>;
  token: string | null;
  /** The browser may deliver the call after the page is closed. */
  isKeptAlive?: boolean;
  /** Redirects are not followed: the answer says that there was one. */
  tellsRedirects?: boolean;
};

/** The answer. `isJson`: the body was empty or could be parsed as JSON; else `data` is its text. */
export type Answer = {
  status: number;
  isOk: boolean;
  isJson: boolean;
  data: unknown;
  /** The answer was a redirect that was not followed; all other fields are empty then. */
  isRedirect: boolean;
  /** Seconds to wait, from the header `Retry-After`. */
  retryAfter?: number;
};

/**
 * The sending code is a separate chunk, loaded when the first page has settled: a guest's first page sends nothing and
 * has a size budget (performance.md 3). If the chunk cannot be loaded, the call failed like any other.
 */
export const loadClient = loadAgain(() => import('./send.ts'));

/**
 * Sends a call once.
 *
 * @throws an `AbortError` if the caller cancelled or the limit passed, OfflineError if no answer came.
 */
export async function attempt(call: Call, signal: AbortSignal, limitMs = attemptLimitMs): Promise<Answer> {
  if (signal.aborted) throw abortError();
  const stop = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop.abort();
  }, limitMs);
  const giveUp = () => stop.abort();
  signal.addEventListener('abort', giveUp);
  const notLoaded = (error: unknown): never => {
    throw new OfflineError('network', error);
  };
  try {
    const { send } = await until(loadClient(), stop.signal).catch(notLoaded);
    return await send(call, stop.signal);
  } catch (error) {
    if (isLate) throw timeoutError();
    if (signal.aborted) throw abortError();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}
