import { describe, expect, it } from 'vitest';
import { setClock } from './clock.ts';
import { intentMoment } from './intentTime.ts';
import { learnServerTime } from './serverTime.ts';

const start = Date.parse('2026-11-21T12:00:00Z');
let device = start;
setClock(() => device);

/** Makes the device learn this time of the server. */
const learn = (server: number) => learnServerTime(new Headers({ 'x-server-time': String(server) }), device);
const tap = intentMoment;

// offline.md 3.44, 5.6
describe('the time of an intent', () => {
  it('is that of the server', () => {
    learn(start + 5000);
    expect(tap()).toBe(start + 5000);
  });

  it('is later than that of the one before, also when the server turns out to be behind', () => {
    const first = tap();
    device += 200;
    learn(device + 3000);
    const second = tap();
    expect(second).toBeGreaterThan(first);
    expect(tap()).toBeGreaterThan(second);
    device += 60_000;
    expect(tap()).toBe(device + 3000);
  });

  it('begins anew when a clock that was far ahead is put right', () => {
    const hour = 3_600_000;
    learn(device + hour);
    tap();
    learn(device);
    expect(tap()).toBe(device);
  });
});
