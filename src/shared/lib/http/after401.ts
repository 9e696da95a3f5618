import { core } from '../session/core.ts';
import { isExpired } from '../session/expiry.ts';
import { type StoredToken, tokens } from '../session/tokens.ts';
import { latestServerNow } from '../time/serverTime.ts';
import type { Answer, Call } from '../transport/attempt.ts';
import { errorOf } from '../transport/exchange.ts';
import { isSafe } from '../transport/retry.ts';

/** What request.ts can do about a 401. */
export type Ways = {
  /** The token to carry now; waits for a refresh if one is needed. */
  tokenFor: () => Promise<string | null>;
  /** A new token in the place of one that the server calls over. */
  renew: (refused: string) => Promise<string>;
  send: (call: Call) => Promise<Answer>;
};

/**
 * A 401 ends the session, but for two cases that are no verdict on the present token: the call carried another one,
 * or it is over by the server's clock (session.md 11.2 and 16.2). Safe calls are then made once more.
 *
 * @returns the answer to the call that was made once more; throws the error of the 401 otherwise.
 */
export async function judge401(call: Call, answer: Answer, { tokenFor, renew, send }: Ways): Promise<Answer> {
  const { access, refresh } = tokens.read();
  const isOther = (access?.value ?? null) !== call.token;
  if (!access || (isOther && !isSafe(call.method))) throw errorOf(call, answer);
  const isRenewable = refresh !== null && !refresh.isExpired && isPerhapsOver(access);
  if (!isOther && !access.isExpired && !isRenewable) {
    core.refuse();
    throw errorOf(call, answer);
  }
  const isRefused = !isOther && !access.isExpired;
  const token = isRefused ? await renew(access.value) : await tokenFor();
  if (!isSafe(call.method)) throw errorOf(call, answer);
  const replay = await send({ ...call, token });
  if (replay.status === 401) core.refuse();
  return replay;
}

/**
 * Whether a token that looks usable here may be over for the server, whose clock the device knows only within bounds,
 * or not at all: then one refresh tells, instead of a login.
 */
function isPerhapsOver({ expiry }: StoredToken): boolean {
  const latest = latestServerNow();
  return latest === null || isExpired(expiry, latest);
}
