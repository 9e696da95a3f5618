import { type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Guards against a "push service" that is a machine of our own network: the address comes from the browser, so anybody
 * could name any host (SSRF). It is checked when it is stored, and again when its name is resolved for a call.
 */
const privateV4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  privateV4.addSubnet(network, prefix, 'ipv4');
}
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
/** Inside 2000::/3, but leading to IPv4 addresses or nowhere. */
const specialV6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  specialV6.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address belongs to the open internet. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !privateV4.check(address, 'ipv4');
  return kind === 6 && globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
}

/** Names that never belong to a host of the open internet. */
const innerName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|arpa|test|invalid|onion)$/i;

/**
 * Whether an endpoint may be called: https on its usual port, a full host name, no user name in it. `allowLocal` lets
 * tests use a push service on this machine.
 */
export function isAllowedEndpoint(endpoint: string, allowLocal: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username || password) return false;
  if (allowLocal && hostname === '127.0.0.1') return protocol === 'http:' || protocol === 'https:';
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && /^[^.]+(\.[^.]+)+$/.test(hostname);
  return protocol === 'https:' && port === '' && isName && !innerName.test(hostname);
}

/** A host name was resolved to an address that is not public. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';
}

/** Resolves a name for a call, and refuses it when any of its addresses is not public. */
export const publicLookup: LookupFunction = (hostname, options: LookupOptions, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const inner = addresses.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses;
    if (inner || !first) return callback(new PrivateAddressError(`${hostname} is not a public host`), '', 0);
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
