import { now } from '../time/clock.ts';
import type { Call } from './attempt.ts';

/**
 * A call that the page sent while the app was still loading (index.html): for a learner whom this device does not know
 * yet, with a token that was usable then. `at`: when it was sent, epoch ms.
 */
export type EarlyCall = { token: string; at: number; stop: AbortController; answer: Promise<Response> };

/** If nobody needs an early answer within this time, the call is sent again instead, ms. */
const longestMs = 20_000;

/** Early calls by address, set by the page; none on a device that knows the learner. */
function sent(): Record<string, EarlyCall> {
  return (globalThis as { early?: Record<string, EarlyCall> }).early ?? {};
}

/**
 * An early call that can be used instead of this one; each is used once. If its token differs from this call's, it is
 * aborted: its answer belongs to another session (session.md 7.1).
 */
export function takeEarly({ method, target, token, headers }: Call): EarlyCall | null {
  const calls = sent();
  const early = calls[target.url];
  if (!early || method !== 'GET' || Object.keys(headers ?? {}).length > 0) return null;
  delete calls[target.url];
  if (early.token === token && now() - early.at < longestMs) return early;
  early.stop.abort();
  return null;
}

/** Answer and body of an early call. Ends with `signal`. Rejects like a call without an answer. */
export async function answerOf(
  { answer, stop }: EarlyCall,
  signal: AbortSignal,
): Promise<{ response: Response; text: string }> {
  const giveUp = () => stop.abort();
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    const response = await answer;
    return { response, text: await response.text() };
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
