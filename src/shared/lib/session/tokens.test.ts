import { beforeEach, expect, it } from 'vitest';
import { memoryArea } from '../storage/area.ts';
import { setClock } from '../time/clock.ts';
import { learnServerTime } from '../time/serverTime.ts';
import { createAuthStorage } from './storage.ts';
import { createTokens } from './tokens.ts';

const server = Date.parse('2026-11-25T09:00:00Z');
const hour = 3_600_000;
let device = server;
setClock(() => device);

const jwt = (endsAt: number) => `head.${btoa(JSON.stringify({ exp: endsAt / 1000 }))}.sign`;
const hear = () => learnServerTime(new Headers({ 'x-server-time': String(server) }), device);
const store = (endsAt: number, hasRefresh = true) => {
  const areas = { cookie: memoryArea, local: memoryArea(), session: memoryArea(), memory: memoryArea() };
  const tokens = createTokens(createAuthStorage(areas));
  tokens.store({ access: jwt(endsAt), refresh: hasRefresh ? jwt(endsAt + hour) : undefined });
  return tokens;
};

beforeEach(() => {
  device = server;
});

// Until a server has named its time, only the device's clock is known; so these tests come first.
it('is judged by the device before any server has named its time', () => {
  const tokens = store(server + 1000);
  expect(tokens.read().access?.isExpired).toBe(false);
  device = server + 501;
  expect(tokens.read().access?.isExpired).toBe(true);
});

it('is not overruled by a Date, which may be that of a machine in between', () => {
  const tokens = store(server + 1000);
  learnServerTime(new Headers({ date: new Date(server + hour).toUTCString() }), device);
  expect(tokens.read().access?.isExpired).toBe(false);
});

it.each([-2 * hour, -30_000, 30_000, 2 * hour])('ends by the server on a device that is %d ms off', (off) => {
  device = server + off;
  hear();
  const tokens = store(server + 1000);
  device += 499;
  expect(tokens.read().access?.isExpired).toBe(false);
  device += 1;
  expect(tokens.read().access?.isExpired).toBe(true);
  expect(tokens.read().refresh?.isExpired).toBe(false);
});

it('without an end of its own lasts 30 days from now by the server', () => {
  device = server - 2 * hour;
  hear();
  const tokens = store(Number.NaN);
  expect(tokens.read().access?.expiry).toBe(server + 30 * 24 * hour);
});

// What the device knows of the server's clock is from before its own was put right (session.md 3.2).
it.each([-3 * hour, 3 * hour])(
  'does not end the session when a clock that was %d ms off is right again',
  (off) => {
    device = server + off;
    hear();
    const tokens = store(server + hour);
    const alone = store(server + hour, false);
    device = server;
    expect(tokens.read().refresh?.isExpired).toBe(false);
    expect(alone.read()).toMatchObject({ access: { isExpired: false }, refresh: null });
    // The server can still be asked for a new one.
    expect(tokens.read().access?.isExpired).toBe(off < 0);
  },
);

it('ends the session when both clocks say so', () => {
  hear();
  const tokens = store(server + hour);
  device = server + 2 * hour;
  expect(tokens.read().refresh?.isExpired).toBe(true);
});
