import { ofetch } from 'ofetch';
import { storable } from '#contracts/plainText.ts';
import { env } from '../env.ts';
import { OfflineError } from '../errors.ts';
import { now } from '../time/clock.ts';
import { learnServerTime, serverNow } from '../time/serverTime.ts';
import type { Answer, Call } from './attempt.ts';
import { csrfHeader } from './csrf.ts';
import { answerOf, takeEarly } from './early.ts';
import { retryAfterSeconds } from './retryAfter.ts';

/** Bodies that the browser sends as they are (session.md 10.6). */
function isRawBody(body: unknown): body is FormData | URLSearchParams | Blob {
  return body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob;
}

/**
 * Removes characters that no database can store, from the body of every call. Nobody sees a pasted U+0000, and a
 * refusal because of it could not be understood. This also covers texts of an older version that wait in the outbox.
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

/** Sends a call with ofetch, or uses the one that the page sent while the app was loading. */
async function fetchAnswer(call: Call, early: ReturnType<typeof takeEarly>, signal: AbortSignal) {
  if (early) return answerOf(early, signal);
  const { body, type } = payload(call);
  const response = await ofetch.raw(call.target.url, {
    method: call.method,
    headers: headersOf(call, type),
    body,
    credentials: env.credentials,
    // Answers are personal, and the app has its own store; a retry must reach the server.
    cache: 'no-store',
    keepalive: call.isKeptAlive ?? false,
    redirect: call.tellsRedirects ? 'manual' : 'follow',
    signal,
    responseType: 'text',
    retry: false,
    ignoreResponseError: true,
  });
  return { response, text: response._data ?? '' };
}

/**
 * Sends a call once with ofetch. Its own retry, time limit and error wrapping are not used: see session.md 17.
 *
 * @throws OfflineError if no answer came, for whatever reason; the caller knows by itself whether it cancelled or its
 *   limit passed.
 */
export async function send(call: Call, signal: AbortSignal): Promise<Answer> {
  const early = takeEarly(call);
  const sentAt = early?.at ?? now();
  try {
    const { response, text } = await fetchAnswer(call, early, signal);
    if (call.target.isApi) learnServerTime(response.headers, sentAt);
    const { isJson, data } = readBody(text);
    const retryAfter = retryAfterSeconds(response.headers.get('retry-after'), serverNow());
    const isRedirect = response.type === 'opaqueredirect';
    return { status: response.status, isOk: response.ok, isJson, data, isRedirect, retryAfter };
  } catch (error) {
    throw new OfflineError('network', error);
  }
}
