import { clientPart } from '../transport/clientPart.ts';
import { core } from './core.ts';
import { tokens } from './tokens.ts';

/**
 * Decides before a call: the token to send (`null`: a guest's call), or `refresh`: a new token must be fetched first.
 * Reads storage again.
 *
 * @throws SessionEndedError after ending the session, when refresh is impossible (session.md 6.2).
 */
export function tokenNow(): { token: string | null } | 'refresh' {
  const stored = tokens.read();
  if (!stored.access) {
    if (core.get().state === 'in' && core.phase() !== 'logout') core.reset('removed');
    return { token: null };
  }
  const isOver = stored.refresh ? stored.refresh.isExpired : stored.access.isExpired;
  if (isOver) throw core.expire();
  return stored.access.isExpired ? 'refresh' : { token: stored.access.value };
}

const loadWork = clientPart(() => import('./refreshWork.ts'));

/**
 * Fetches a new access token, see `refreshNow`.
 *
 * @param refused the stored access token, type included, if the server calls it expired although it looks usable here.
 * @returns the token to send, type included.
 * @throws SessionEndedError when refused, after ending the session; the call's error for a temporary failure.
 */
export async function refreshToken(refused: string | null = null): Promise<string> {
  const { refreshNow } = await loadWork();
  return refreshNow(refused);
}
