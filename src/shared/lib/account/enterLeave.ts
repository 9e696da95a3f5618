import type { Tokens } from '#contracts/accounts.ts';
import { UnreadableAnswerError } from '../errors.ts';
import { readTokens } from '../session/readAccount.ts';
import { errorOf, exchange } from '../transport/exchange.ts';
import { resolveTarget } from '../transport/target.ts';
import { dropKeptPages } from '../worker/dropKeptPages.ts';

/** What the login form sends (field names: session.md 5.2). */
export type Credentials = { email: string; password: string };

/**
 * Exchanges credentials for tokens. Carries no Authorization, never refreshes, is never repeated
 * (session.md 5.1, 5.2).
 */
export async function postLogin({ email, password }: Credentials): Promise<Tokens> {
  const target = resolveTarget('accounts/login/');
  const call = { method: 'POST' as const, target, body: { email, password }, token: null };
  const answer = await exchange(call, { signal: new AbortController().signal });
  if (!answer.isOk || !answer.isJson) throw errorOf(call, answer);
  const tokens = readTokens(answer.data);
  if (!tokens) throw new UnreadableAnswerError('POST accounts/login/');
  // The next person must not see which pages were viewed before.
  await dropKeptPages();
  return tokens;
}

/** Tells the server that the session is over; a 401 or 503 to this call is ignored (session.md 7.2). */
export async function postLogout(token: string): Promise<void> {
  const call = { method: 'POST' as const, target: resolveTarget('accounts/logout/'), token };
  const answer = await exchange(call, { signal: new AbortController().signal, whileMaintenance: 'ignore' });
  if (!answer.isOk) throw errorOf(call, answer);
}
