import { storable } from '#contracts/plainText.ts';
import { now } from '../clock.ts';
import { env } from '../env.ts';
import { abortError, OfflineError, timeoutError } from '../errors.ts';
import { loadAgain } from '../loadAgain.ts';
import { learnServerTime, serverNow } from '../serverTime.ts';
import { csrfHeader } from './csrf.ts';
import type { Method } from './retry.ts';
import { retryAfterSeconds } from './retryAfter.ts';
import type { Target } from './target.ts';
import { until } from './until.ts';

/** Limit of one attempt, body included, in milliseconds (spec section 9). */
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

/** Bodies that the browser sends as they are (session-contract.md 10.6). */
function isRawBody(body: unknown): body is FormData | URLSearchParams | Blob {
  return body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob;
}

/**
 * What no database keeps goes before anything is sent, whatever the form: nobody sees a U+0000 that came along with a
 * paste, and could not follow a refusal of it. So do texts of an older version that wait in the queue.
 */
function storableValue(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? storable(value) : value;
}

function payload({ method, body }: Call): { body?: BodyInit; type?: string } {
  const isUnsafe = method === 'POST' || method === 'PUT' || method === 'PATCH' || method === 'DELETE';
  if (!isUnsafe || body === undefined || body === null) return {};
  return isRawBody(body) ? { body } : { body: JSON.stringify(body, storableValue), type: 'application/json' };
}

function headersOf(call: Call, type: string | undefined): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(type ? { 'Content-Type': type } : {}),
    ...(call.target.isApi ? csrfHeader() : {}),
    ...(call.target.isApi && call.token ? { Authorization: call.token } : {}),
    ...call.headers,
  };
}

function readBody(text: string): { isJson: boolean; data: unknown } {
  if (text.trim() === '') return { isJson: true, data: null };
  try {
    return { isJson: true, data: JSON.parse(text) };
  } catch {
    return { isJson: false, data: text };
  }
}

/**
 * ofetch comes as a chunk of its own, fetched when the first page has settled: a guest's first page sends nothing and
 * has a budget (design.md 9). A chunk that cannot be fetched is a failed call like any other.
 */
export const loadClient = loadAgain(() => import('ofetch'));

/**
 * Sends a call once. ofetch's own retry, time limit and error wrapping stay unused: see session-contract.md 17.
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
  const { body, type } = payload(call);
  try {
    const { ofetch } = await until(loadClient(), stop.signal);
    const sentAt = now();
    const response = await ofetch.raw(call.target.url, {
      method: call.method,
      headers: headersOf(call, type),
      body,
      credentials: env.credentials,
      // Answers belong to one learner and to the device's own store; a retry must reach the server.
      cache: 'no-store',
      keepalive: call.isKeptAlive ?? false,
      redirect: call.tellsRedirects ? 'manual' : 'follow',
      signal: stop.signal,
      responseType: 'text',
      retry: false,
      ignoreResponseError: true,
    });
    if (call.target.isApi) learnServerTime(response.headers, sentAt);
    const { isJson, data } = readBody(response._data ?? '');
    const retryAfter = retryAfterSeconds(response.headers.get('retry-after'), serverNow());
    const isRedirect = response.type === 'opaqueredirect';
    return { status: response.status, isOk: response.ok, isJson, data, isRedirect, retryAfter };
  } catch (error) {
    if (isLate) throw timeoutError();
    if (signal.aborted) throw abortError();
    throw new OfflineError('network', error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}
