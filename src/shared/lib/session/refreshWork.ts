import { abortError, OfflineError } from '../errors.ts';
import { holdLock } from '../storage/webLock.ts';
import { now } from '../time/clock.ts';
import { pause } from '../time/pause.ts';
import { type Answer, attemptLimitMs, type Call } from '../transport/attempt.ts';
import { endpointOf, errorOf, exchange } from '../transport/exchange.ts';
import { paces } from '../transport/paces.ts';
import { resolveTarget } from '../transport/target.ts';
import { core } from './core.ts';
import { keepTokens } from './keepTokens.ts';
import { readTokens } from './readAccount.ts';
import { type StoredTokens, tokens } from './tokens.ts';

/** Statuses of the refresh call that say "not now", not "never" (session.md 6.6 and 6.7). */
const trouble = new Set([408, 409, 425, 429]);

let flight: Promise<string> | null = null;
/** The error of the last refresh, for calls that come before the next refresh is due. */
let lastTrouble: unknown;

function callWith(refresh: string): Call {
  return { method: 'POST', target: resolveTarget('accounts/token/refresh/'), body: { refresh }, token: null };
}

/**
 * After one failure the next call tries again (session.md 6.7). From the second failure in a row on, refreshes wait for
 * their pause.
 */
function isResting(): boolean {
  const endpoint = endpointOf(callWith(''));
  return paces.timesOf(endpoint) > 1 && paces.leftOf(endpoint) > 0;
}

/**
 * Fetches a new access token: one refresh at a time in this tab, and with a lock over all tabs (session.md 6.3 to 6.8,
 * 14.1, 14.2).
 *
 * @param refused the stored access token, type included, if the server calls it expired although it looks usable here.
 * @returns the token to send, type included.
 * @throws SessionEndedError when refused, after ending the session; the call's error for a temporary failure.
 */
export function refreshNow(refused: string | null): Promise<string> {
  if (flight === null && isResting()) return Promise.reject(lastTrouble);
  const work = () => refreshUntilUsable(refused);
  flight ??= holdLock('auth.refresh', work, attemptLimitMs)
    .catch((error: unknown) => {
      lastTrouble = error;
      throw error;
    })
    .finally(() => {
      flight = null;
    });
  return flight;
}

/** How long a cookie may lag behind localStorage, in milliseconds. */
const lagMs = 50;

/**
 * Retries if another tab stored other tokens in the meantime. Two retries are enough; a third change is a fault.
 *
 * In Firefox a cookie written by another tab becomes visible some ms late, and the token before its expiry. The lock
 * may already have changed hands, and the old refresh token would be used again. So localStorage counts if the cookie
 * has an older token. If the token is the same but the expiry differs, the cookie gets time to catch up.
 */
async function refreshUntilUsable(refused: string | null): Promise<string> {
  for (let round = 0; round < 3; round += 1) {
    const stored = tokens.read();
    if (!stored.access) throw abortError();
    if (!stored.refresh || stored.refresh.isExpired) throw core.expire();
    const { value, isExpired } = stored.access;
    if (!isExpired && value !== refused) return value;
    const local = tokens.usableLocal();
    if (local !== null && local !== value) return local;
    if (local !== null && local !== refused && round === 0) {
      await pause(lagMs);
      continue;
    }
    const token = await refreshOnce(stored, stored.refresh.value);
    if (token !== null) return token;
  }
  throw new OfflineError('network');
}

/** One refresh call; `null`: another refresh token was stored in the meantime, so this answer is ignored. */
async function refreshOnce(before: StoredTokens, refresh: string): Promise<string | null> {
  const epoch = core.epoch();
  const call = callWith(refresh);
  const sentAt = now();
  const answer = await exchange(call, { signal: core.signal() });
  if (core.epoch() !== epoch) throw abortError();
  const stored = tokens.read();
  if (!stored.access) throw abortError();
  const local = tokens.usableLocal();
  const isAhead = local !== null && local !== stored.access.value;
  if (isAhead || stored.refresh?.value !== before.refresh?.value) return null;
  return keep(call, answer, sentAt);
}

function keep(call: Call, answer: Answer, sentAt: number): string {
  const isTrouble = answer.status >= 500 || trouble.has(answer.status) || (answer.isOk && !answer.isJson);
  if (isTrouble) {
    paces.failed(endpointOf(call), sentAt, (answer.retryAfter ?? 0) * 1000);
    throw errorOf(call, answer);
  }
  const fresh = readTokens(answer.data);
  if (!answer.isOk || !fresh) throw core.expire();
  keepTokens(fresh);
  const stored = tokens.read().access;
  if (!stored) throw abortError();
  return stored.value;
}
