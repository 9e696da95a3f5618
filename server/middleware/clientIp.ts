import type { AppContext } from '../deps.ts';

/**
 * Address of the caller. `X-Forwarded-For` counts only as far as proxies are trusted: with one trusted proxy its
 * last entry, with two the one before, and so on, because everything further left was written by the caller.
 */
export function clientIp(c: AppContext, trustedProxies: number): string {
  const direct = c.env?.incoming?.socket.remoteAddress ?? 'local';
  if (trustedProxies === 0) return direct;
  const hops = (c.req.header('X-Forwarded-For') ?? '').split(',').map((entry) => entry.trim());
  return hops.at(-trustedProxies) || direct;
}
