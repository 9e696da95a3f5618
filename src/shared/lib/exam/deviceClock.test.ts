import { beforeEach, describe, expect, it } from 'vitest';
import { createDeviceClock, createJumpWatch, type DeviceClock } from './deviceClock.ts';

const server = Date.parse('2027-06-01T04:00:00Z');
const minute = 60_000;

/** The device: `wall` may be wrong from the beginning, `mono` may stop. */
let wallAt: number;
let monoAt: number;
const sources = { wall: () => wallAt, mono: () => monoAt };
/** Time passes for both clocks. */
const pass = (ms: number) => {
  wallAt += ms;
  monoAt += ms;
};
/** The device sleeps: outside Windows the monotonic clock stops (exams.md 1 D2). */
const sleep = (ms: number) => {
  wallAt += ms;
};

let clock: DeviceClock;
/** An answer with the server's real time; `rtt`: duration of the call. */
const answer = (at: number, rtt = 0) => {
  const sent = clock.mark();
  pass(rtt);
  clock.learn(at, sent);
};

beforeEach(() => {
  wallAt = server - 3 * 3_600_000;
  monoAt = 1000;
  clock = createDeviceClock(null, sources);
  answer(server);
});

describe('the clocks of an attempt', () => {
  it('go together, whatever the device believes the time is', () => {
    pass(10 * minute);
    expect(clock.read().lo).toBe(server + 10 * minute);
    expect(clock.read().hi).toBe(server + 10 * minute);
    expect(clock.isUnsure()).toBe(false);
  });

  it('row 27: after a sleep the time is right again with the first answer', () => {
    pass(minute);
    sleep(20 * minute);
    expect(clock.isUnsure()).toBe(true);
    answer(server + 21 * minute, 400);
    expect(Math.abs(clock.read().hi - (server + 21 * minute + 200))).toBeLessThanOrEqual(1000);
    expect(clock.read().lo).toBe(clock.read().hi);
  });

  it('row 28: without a network a sleep shows the smaller time, and typing is not over before the other clock says so', () => {
    const deadline = server + 30 * minute;
    pass(minute);
    sleep(40 * minute);
    expect(deadline - clock.read().hi).toBeLessThan(0);
    expect(clock.read().lo).toBeLessThan(deadline);
    expect(clock.clientAt()).toEqual({ since: server, dlo: minute, dhi: 41 * minute });
  });

  it('row 41: a clock that is set ahead an hour moves nothing once the server has spoken', () => {
    pass(minute);
    wallAt += 60 * minute;
    answer(server + minute);
    pass(minute);
    expect(clock.read().hi).toBe(server + 2 * minute);
    expect(clock.read().lo).toBe(server + 2 * minute);
  });

  it('row 43: a clock that is set back wins no time', () => {
    pass(minute);
    wallAt -= 60 * minute;
    pass(minute);
    expect(clock.read().lo).toBe(server + 2 * minute);
    expect(clock.read().hi).toBe(server + 2 * minute);
    expect(clock.clientAt()).toEqual({ since: server, dlo: 2 * minute, dhi: 2 * minute });
  });

  it('row 43: a clock that is set back while an answer is slow does not make the time less exact', () => {
    pass(minute);
    const sent = clock.mark();
    wallAt -= minute;
    pass(20_000);
    clock.learn(server + minute + 20_000, sent);
    expect(clock.read()).toEqual({ lo: server + minute + 20_000, hi: server + minute + 20_000 });
  });

  it('row 43: after a clock was set back a sleep is seen by it as before', () => {
    pass(minute);
    const sent = clock.mark();
    wallAt -= 10 * minute;
    pass(20_000);
    clock.learn(server + minute + 20_000, sent);
    sleep(40_000);
    expect(clock.read()).toEqual({ lo: server + minute + 20_000, hi: server + 2 * minute });
  });

  it('never run backwards by themselves', () => {
    wallAt += 10 * minute;
    const late = clock.read().hi;
    wallAt -= 10 * minute;
    expect(clock.read().hi).toBe(late);
  });

  it('believe the exchange with the shortest way', () => {
    pass(1000);
    answer(server + 1000, 40);
    pass(1000);
    answer(server + 1000 + 40 + 1000, 900);
    // Half of 900 ms would be 450 ms off; half of 0 ms is exact.
    expect(clock.read().lo).toBe(server + 1000 + 40 + 1000 + 900);
  });

  it('go on after a reload from the last written moment, and measure from the same answer', () => {
    pass(5 * minute);
    const kept = clock.kept();
    // The page was closed for a minute; the new page counts its monotonic time from 0.
    wallAt += minute;
    monoAt = 0;
    const next = createDeviceClock(kept, sources);
    expect(next.read().lo).toBe(server + 5 * minute);
    expect(next.read().hi).toBe(server + 6 * minute);
    expect(next.clientAt()).toEqual({ since: server, dlo: 5 * minute, dhi: 6 * minute });
    pass(minute);
    expect(next.read().lo).toBe(server + 6 * minute);
  });
});

describe('a jump of the clock', () => {
  it('is told once, by how much', () => {
    const watch = createJumpWatch(sources);
    pass(minute);
    expect(watch.look()).toBe(0);
    sleep(20 * minute);
    expect(watch.look()).toBe(20 * minute);
    expect(watch.look()).toBe(0);
    wallAt -= 60 * minute;
    expect(watch.look()).toBe(-60 * minute);
  });
});
