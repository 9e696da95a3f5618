import { beforeEach, describe, expect, it } from 'vitest';
import { setClock } from './clock.ts';
import { latestServerNow, learnServerTime, serverNow } from './serverTime.ts';

const server = Date.parse('2026-11-21T12:00:00Z');
const hour = 3_600_000;
let device = server;
setClock(() => device);

const dateAt = (at: number) => new Headers({ date: new Date(at).toUTCString() });
const exactly = (at: number) => new Headers({ date: 'hidden', 'x-server-time': String(at) });

beforeEach(() => {
  device = server;
  learnServerTime(dateAt(server), device);
});

// offline.md 3.44
describe('the time by the server', () => {
  it.each([-24 * hour, 24 * hour])('is known on a device whose clock is %d ms off', (off) => {
    device = server + off;
    learnServerTime(dateAt(server), device);
    expect(Math.abs(serverNow() - server)).toBeLessThanOrEqual(1000);
    device += hour;
    expect(Math.abs(serverNow() - server - hour)).toBeLessThanOrEqual(1000);
  });

  it('is that of the device again when its clock was put right', () => {
    device = server + hour;
    learnServerTime(dateAt(server), device);
    device = server;
    learnServerTime(dateAt(server), device);
    expect(serverNow()).toBe(server);
  });

  it('does not move with whole seconds and slow networks: two taps keep their order', () => {
    device = server + 4000;
    learnServerTime(dateAt(server), server);
    expect(serverNow()).toBe(device);
  });

  it('is known to the half of the way when the server says milliseconds', () => {
    device = server + 1500;
    learnServerTime(exactly(server - 20), device - 40);
    expect(serverNow()).toBe(server);
    device += 3000;
    learnServerTime(exactly(server + 2990), device - 40);
    expect(serverNow()).toBe(server + 3000);
  });

  it('learns nothing from an answer that took long or says no time', () => {
    device = server + hour;
    learnServerTime(dateAt(server), device - 11_000);
    learnServerTime(new Headers(), device);
    learnServerTime(new Headers({ date: 'soon' }), device);
    expect(serverNow()).toBe(device);
  });

  it('learns nothing from an answer that a cache may have kept', () => {
    const kept = new Headers({
      date: new Date(server - 500_000).toUTCString(),
      'cache-control': 'public, max-age=600',
    });
    learnServerTime(kept, device);
    expect(serverNow()).toBe(server);
  });
});

describe('the latest the server can show', () => {
  it('is a second more than a Date says, which has whole seconds, and the way of the question more', () => {
    device = server + 300;
    learnServerTime(dateAt(server), device - 200);
    expect(latestServerNow()).toBe(server + 1200);
  });

  it('is told to the way of the question where the server says milliseconds, and goes on with the device', () => {
    device = server - hour;
    learnServerTime(exactly(server), device - 40);
    device += 1000;
    expect(latestServerNow()).toBe(server + 1040);
  });
});
