import { BlockList, isIP } from 'node:net';

const network = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i;

function partsOf(source: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | null {
  const [, address, digits] = network.exec(source) ?? [];
  const version = address === undefined ? 0 : isIP(address);
  if (address === undefined || version === 0) return null;
  const most = version === 4 ? 32 : 128;
  const prefix = digits === undefined ? most : Number(digits);
  return prefix > most ? null : { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** Whether every entry is an address or a network, `203.0.113.0/24`. */
export function isSourceList(sources: readonly string[]): boolean {
  return sources.every((source) => partsOf(source) !== null);
}

/** Tells whether an address belongs to one of the networks; an empty list allows every address. */
export function sourceCheck(sources: readonly string[]): (ip: string) => boolean {
  if (sources.length === 0) return () => true;
  const list = new BlockList();
  for (const source of sources) {
    const parts = partsOf(source);
    if (parts) list.addSubnet(parts.address, parts.prefix, parts.family);
  }
  return (ip) => {
    // A socket that listens on both families writes an IPv4 address like this.
    const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
  };
}
