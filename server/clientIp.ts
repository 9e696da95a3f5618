import { isIP } from 'node:net';
import type { AppContext } from './deps.ts';

/** Some proxies write the port beside the address; a caller has a new one at every connection. */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(entry);
  return bracketed?.[1] ?? entry.replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/, '$1');
}

/**
 * Address of the caller. `X-Forwarded-For` counts only as far as proxies are trusted: with one trusted proxy its last
 * entry counts, with two the one before, and so on. Everything further left was written by the caller.
 */
export function clientIp(c: AppContext, trustedProxies: number): string {
  const direct = c.env?.incoming?.socket.remoteAddress ?? 'local';
  if (trustedProxies === 0) return direct;
  const hops = (c.req.header('X-Forwarded-For') ?? '').split(',').map((entry) => entry.trim());
  return withoutPort(hops.at(-trustedProxies) ?? '') || direct;
}

/**
 * The network behind an address; limits count by network. An IPv4 address stays as it is, also when it comes as IPv6
 * (`::ffff:192.0.2.1`). Of an IPv6 address the first 64 bits count: a home or phone can choose all other bits freely.
 * What is not an address stays as it is.
 */
export function networkOf(ip: string): string {
  const address = ip.replace(/%.*$/, '');
  if (isIP(address) !== 6) return address;
  // The platform's URL parser writes every form of an address in the same way: lower case, no leading zeros.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const [left, right] = [groups(head), groups(tail ?? '')];
  const all = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  const isMapped = all.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (!isMapped) return `${all.slice(0, 4).join(':')}::/64`;
  return all
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .map((pair) => `${pair >> 8}.${pair & 255}`)
    .join('.');
}

/** The network of the caller (`networkOf`). */
export function clientNetwork(c: AppContext, trustedProxies: number): string {
  return networkOf(clientIp(c, trustedProxies));
}
