import { describe, expect, it } from 'vitest';
import { anchorOf, chooseClock, isLocked, readClock, timeLeft } from './examClock.ts';

const anchor = { server: 1_000_000, mono: 500, wall: 9_000_000 };
const minute = 60_000;

it('an exchange is anchored in the middle of its way', () => {
  expect(anchorOf(1_000, 100, 300, 7)).toEqual({ server: 1_100, mono: 300, wall: 7 });
});

describe('the two clocks of a device', () => {
  it('are one while nothing happens, within the deadband', () => {
    const now = { mono: 500 + minute, wall: 9_000_000 + minute + 1_900 };
    expect(readClock(anchor, now)).toEqual({ lo: 1_000_000 + minute, hi: 1_000_000 + minute });
  });

  it('part when the device sleeps: less time is shown, and nothing is locked before its time', () => {
    const now = { mono: 500 + minute, wall: 9_000_000 + 21 * minute };
    const pair = readClock(anchor, now);
    expect(pair).toEqual({ lo: 1_000_000 + minute, hi: 1_000_000 + 21 * minute });
    const deadline = 1_000_000 + 30 * minute;
    expect(timeLeft(deadline, pair)).toBe(9 * minute);
    expect(isLocked(1_000_000 + 10 * minute, pair)).toBe(false);
    expect(timeLeft(1_000_000 + 10 * minute, pair)).toBe(0);
  });

  it('a wall clock set back changes nothing', () => {
    const now = { mono: 500 + minute, wall: 9_000_000 - 60 * minute };
    expect(readClock(anchor, now)).toEqual({ lo: 1_000_000 + minute, hi: 1_000_000 + minute });
  });

  it('never run backwards', () => {
    const from = { lo: 1_200_000, hi: 1_300_000 };
    expect(readClock(anchor, { mono: 600, wall: 9_000_100 }, from)).toEqual(from);
  });
});

describe('at receipt', () => {
  const since = 1_000_000;

  it('the clock that fits the server’s elapsed time is believed', () => {
    const received = since + 20 * minute + 200;
    expect(chooseClock(received, { since, dlo: minute, dhi: 20 * minute })).toEqual({
      clock: 'hi',
      gap: false,
    });
    expect(chooseClock(received, { since, dlo: 20 * minute, dhi: 80 * minute })).toEqual({
      clock: 'lo',
      gap: false,
    });
  });

  it('of two that fit the nearer one wins, of equal ones the earlier', () => {
    const received = since + 20_000;
    expect(chooseClock(received, { since, dlo: 5_000, dhi: 19_000 }).clock).toBe('hi');
    expect(chooseClock(received, { since, dlo: 19_000, dhi: 19_000 }).clock).toBe('lo');
  });

  it('a call that was half a minute on its way still fits, a longer one is a gap', () => {
    const sent = { since, dlo: minute, dhi: minute };
    expect(chooseClock(since + minute + 30_000, sent)).toEqual({ clock: 'lo', gap: false });
    expect(chooseClock(since + minute + 30_001, sent)).toEqual({ clock: 'lo', gap: true });
  });

  it('a clock that says more than has passed does not fit', () => {
    expect(chooseClock(since + minute, { since, dlo: minute + 2_001, dhi: 90 * minute })).toEqual({
      clock: 'lo',
      gap: true,
    });
  });
});
