import { abortError, OfflineError, timeoutError } from '../errors.ts';
import { loadAgain } from '../loading/loadAgain.ts';
import type { Method } from './retry.ts';
import type { Target } from './target.ts';
import { until } from './until.ts';

/** Limit of one attempt, body included, in milliseconds (specification.md 9). */
export const attemptLimitMs = 25_000;

/** One call, ready to be sent. `token` is the bare stored value, type included; `null`: no Authorization. */
export type Call = {
  method: Method;
  target: Target;
  body?: unknown;
  headers?: Record<string, string>;
  token: string | null;
  /** The browser may deliver the call after the page has gone away. */
  isKeptAlive?: boolean;
  /** A redirect is not followed: the answer says that there was one. */
  tellsRedirects?: boolean;
};

/** What came back. `isJson`: the body was empty or could be read as JSON; else `data` is its text. */
export type Answer = {
  status: number;
  isOk: boolean;
  isJson: boolean;
  data: unknown;
  /** A redirect that was not followed; everything else about the answer is empty then. */
  isRedirect: boolean;
  /** Seconds the server asks to be left alone, by the header `Retry-After`. */
  retryAfter?: number;
};

/**
 * What sends comes as a chunk of its own, fetched when the first page has settled: a guest's first page sends nothing and
 * has a budget (performance.md 3). A chunk that cannot be fetched is a failed call like any other.
 */
export const loadClient = loadAgain(() => import('./send.ts'));

/**
 * Sends a call once.
 *
 * @throws an `AbortError` when the caller gave up or the limit passed, OfflineError when no answer came.
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
