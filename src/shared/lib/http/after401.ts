import { core } from '../session/core.ts';
import { isExpired } from '../session/expiry.ts';
import { type StoredToken, tokens } from '../session/tokens.ts';
import { latestServerNow } from '../time/serverTime.ts';
import type { Answer, Call } from '../transport/attempt.ts';
import { errorOf } from '../transport/exchange.ts';
import { isSafe } from '../transport/retry.ts';

/** What request.ts can do after a 401. */
export type Ways = {
  /** The current token; waits for a refresh if one is needed. */
  tokenFor: () => Promise<string | null>;
  /** Replaces a token that the server calls expired. */
  renew: (refused: string) => Promise<string>;
  send: (call: Call) => Promise<Answer>;
};

/**
 * A 401 ends the session, except in two cases that say nothing about the current token: the call carried another token,
 * or the token has expired by the server's clock (session.md 11.2 and 16.2). In these cases safe calls are repeated
 * once.
 *
 * @returns the answer to the repeated call; otherwise throws the error of the 401.
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
 * Whether the server may see a token as expired that looks valid here, because the device knows the server's clock only
 * roughly or not at all. Then one refresh decides, instead of a new login.
 */
function isPerhapsOver({ expiry }: StoredToken): boolean {
  const latest = latestServerNow();
  return latest === null || isExpired(expiry, latest);
}
