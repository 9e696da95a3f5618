import { expect, it } from 'vitest';
import { networkOf } from './clientIp.ts';
import { createTestApp } from './testing/createTestApp.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['2001:db8:0:1::9', '2001:db8:0:1::/64'],
  ['2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['2001:db8:0:2::9', '2001:db8:0:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['local', 'local'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

it.each([
  ['of one home', (turn: number) => `2001:db8:7:7:${turn.toString(16)}::1`],
  ['that proxies write with a port', (turn: number) => `198.51.100.7:${5000 + turn}`],
  ['that proxies write in brackets', (turn: number) => `[2001:db8:7:7::${turn}]:${5000 + turn}`],
])('guests with the addresses %s have one limit', async (_what, addressOf) => {
  const app = await createTestApp({ config: { trustedProxies: 1 } });
  const statuses: number[] = [];
  for (let turn = 1; turn <= 61; turn += 1) {
    const headers = { 'X-Forwarded-For': addressOf(turn) };
    statuses.push((await app.call('GET', `/accounts/guardian/${'x'.repeat(43)}/`, { headers })).status);
  }
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(410));
  expect(statuses.at(-1)).toBe(429);
});
