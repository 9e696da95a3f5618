import {
  type Anchor,
  anchorOf,
  type ClientAt,
  type ClockPair,
  deadbandMs,
  doubtMs,
  readClock,
} from '#contracts/examClock.ts';

/** The time sources of a page, ms. `mono` never jumps, but may stop while the device sleeps. */
export type TimeSources = { wall: () => number; mono: () => number };

/** What a reloaded page needs to continue the clock; epoch ms. */
export type KeptClock = {
  /** The last answer of the server: its time, and what both clocks of the device showed when it arrived. */
  since: number;
  sinceLo: number;
  sinceWall: number;
  /** The latest `lo` that was stored. */
  lo: number;
};

type Sample = Anchor & { rtt: number };

/** How many exchanges are compared; the one with the shortest round trip is the most exact. */
const comparedSamples = 5;
/** A jump of the wall clock that causes an exchange at once, ms. */
export const jumpMs = 5000;

/** The clocks of this page. */
export const pageTime: TimeSources = { wall: () => Date.now(), mono: () => performance.now() };

/**
 * The two clocks of a running attempt (exams.md 3.5). No browser tells how much real time passed while a device slept:
 * the monotonic clock may stop, and the wall clock can be changed. So every moment has two times, and the server
 * decides.
 *
 * @param kept of the previous page; until the server has answered this page, the clock continues from its last stored
 *   moment.
 */
export function createDeviceClock(kept: KeptClock | null = null, { wall, mono }: TimeSources = pageTime) {
  const startedMono = mono();
  let samples: Sample[] = [];
  let answered = kept && { since: kept.since, lo: kept.sinceLo, wall: kept.sinceWall };
  let from: ClockPair | null = null;

  const best = (): Sample | null =>
    samples.reduce<Sample | null>((found, one) => (!found || one.rtt < found.rtt ? one : found), null);

  /** Before the first answer: continues where the previous page stopped, with the wall clock since its last answer. */
  const anchorOfKept = (): Anchor => {
    if (!kept) return { server: wall(), mono: mono(), wall: wall() };
    return { server: kept.lo, mono: startedMono, wall: kept.sinceWall + (kept.lo - kept.since) };
  };

  const read = (): ClockPair => {
    from = readClock(best() ?? anchorOfKept(), { mono: mono(), wall: wall() }, from);
    return from;
  };

  return {
    /** The current moment as two times; neither runs backwards except by an answer of the server. */
    read,
    /** Whether the two times differ so much that the remaining time cannot be shown. */
    isUnsure: (): boolean => {
      const { lo, hi } = read();
      return hi - lo > doubtMs;
    },
    /** The monotonic time for measuring an exchange. */
    mark: mono,
    /**
     * Learns from an answer of the server. `sent`: `mark()` when the request left; the answer is here now. If the
     * current anchor does not fit the answer, the device slept or a clock was changed, and earlier samples are dropped.
     * But a wall clock that went back cannot be a sleep: the monotonic one is right, and the best sample stays with what
     * the wall clock shows now, because a slow answer alone would be off by half of its time.
     */
    learn(serverNow: number, sent: number): void {
      const at = mono();
      const rtt = Math.max(0, at - sent);
      const fresh: Sample = { ...anchorOf(serverNow, sent, at, wall()), rtt };
      const former = best();
      const passed = former === null ? 0 : at - former.mono;
      const predicted = former === null ? null : former.server + passed;
      const isOff =
        predicted !== null &&
        (predicted < serverNow - deadbandMs || predicted > serverNow + rtt + deadbandMs);
      const moved = former === null ? 0 : fresh.wall - former.wall - passed;
      const known =
        former !== null && moved < -deadbandMs ? [{ ...former, wall: fresh.wall - passed }] : samples;
      samples = isOff || moved > deadbandMs ? [fresh] : [...known, fresh].slice(-comparedSamples);
      from = null;
      answered = { since: serverNow, lo: read().lo, wall: fresh.wall };
    },
    /** Sent with a save; `null`: the server has never answered in this attempt. */
    clientAt(): ClientAt | null {
      if (!answered) return null;
      const dlo = Math.max(0, Math.round(read().lo - answered.lo));
      const byWall = Math.round(wall() - answered.wall);
      return { since: answered.since, dlo, dhi: byWall - dlo > deadbandMs ? byWall : dlo };
    },
    /** What the next page needs; `null` as above. */
    kept(): KeptClock | null {
      if (!answered) return null;
      const { since, lo: sinceLo, wall: sinceWall } = answered;
      return { since, sinceLo, sinceWall, lo: read().lo };
    },
  };
}

export type DeviceClock = ReturnType<typeof createDeviceClock>;

/**
 * Notices that wall clock and monotonic clock drift apart: the device slept, or somebody changed the wall clock. Call
 * `look` with every tick; it answers by how many ms the wall clock ran ahead, or 0.
 */
export function createJumpWatch({ wall, mono }: TimeSources = pageTime) {
  let last = wall() - mono();
  return {
    look(): number {
      const difference = wall() - mono();
      const jump = difference - last;
      if (Math.abs(jump) < jumpMs) return 0;
      last = difference;
      return jump;
    },
  };
}
