import { now } from '../time/clock.ts';
import type { Call } from './attempt.ts';

/**
 * A call that the page sent by itself while the app was still loading (index.html): for a learner whom this device does
 * not know yet, under a token that was usable then. `at`: when it left, epoch ms.
 */
export type EarlyCall = { token: string; at: number; stop: AbortController; answer: Promise<Response> };

/** An answer that nobody has asked for within this time is asked for again, ms. */
const longestMs = 20_000;

/** Calls by their addresses, put there by the page; none on a device that knows the learner. */
function sent(): Record<string, EarlyCall> {
  return (globalThis as { early?: Record<string, EarlyCall> }).early ?? {};
}

/**
 * The call that is on its way already in the place of this one; each is handed out once. Under another token than this
 * call carries it is given up: what it brings belongs to another session (session.md 7.1).
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

/** Its answer and body. Ends with `signal`. Rejects as a call without an answer does. */
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
