import {
  type Anchor,
  anchorOf,
  type ClientAt,
  type ClockPair,
  deadbandMs,
  doubtMs,
  readClock,
} from '#contracts/examClock.ts';

/** The sources of time of a page, ms. `mono` never jumps but may stand still while the device sleeps. */
export type TimeSources = { wall: () => number; mono: () => number };

/** What a page that is loaded again has to know to go on; epoch ms. */
export type KeptClock = {
  /** The last answer of the server: its own time, and what both clocks of the device said when it was here. */
  since: number;
  sinceLo: number;
  sinceWall: number;
  /** The latest `lo` that was written. */
  lo: number;
};

type Sample = Anchor & { rtt: number };

/** How many exchanges are compared; the one with the shortest way is the most exact. */
const comparedSamples = 5;
/** A jump of the wall clock that is worth an exchange at once, ms. */
export const jumpMs = 5000;

/** The clocks of this page. */
export const pageTime: TimeSources = { wall: () => Date.now(), mono: () => performance.now() };

/**
 * The two clocks of a running attempt (exams.md 3.5). No browser says how much real time passed while a device slept: the
 * monotonic clock may stand still, and the wall clock can be moved. So every moment is told twice, and the server decides.
 *
 * @param kept of the page before; until the server has spoken to this one, its last written moment goes on.
 */
export function createDeviceClock(kept: KeptClock | null = null, { wall, mono }: TimeSources = pageTime) {
  const startedMono = mono();
  let samples: Sample[] = [];
  let answered = kept && { since: kept.since, lo: kept.sinceLo, wall: kept.sinceWall };
  let from: ClockPair | null = null;

  const best = (): Sample | null =>
    samples.reduce<Sample | null>((found, one) => (!found || one.rtt < found.rtt ? one : found), null);

  /** Before the first answer: where the page before has stopped, with the wall clock since its last answer. */
  const anchorOfKept = (): Anchor => {
    if (!kept) return { server: wall(), mono: mono(), wall: wall() };
    return { server: kept.lo, mono: startedMono, wall: kept.sinceWall + (kept.lo - kept.since) };
  };

  const read = (): ClockPair => {
    from = readClock(best() ?? anchorOfKept(), { mono: mono(), wall: wall() }, from);
    return from;
  };

  return {
    /** The present moment, twice; neither runs backwards but by an answer of the server. */
    read,
    /** Whether the two are so far apart that the time left cannot be told. */
    isUnsure: (): boolean => {
      const { lo, hi } = read();
      return hi - lo > doubtMs;
    },
    /** The monotonic time to measure an exchange by. */
    mark: mono,
    /**
     * Learns from an answer of the server. `sent`: `mark()` when the question left; the answer is here now. Where the former
     * anchor does not fit to it, the device has slept or a clock was moved: the former ones go.
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
      const isMoved = former !== null && Math.abs(fresh.wall - former.wall - passed) > deadbandMs;
      samples = isOff || isMoved ? [fresh] : [...samples, fresh].slice(-comparedSamples);
      from = null;
      answered = { since: serverNow, lo: read().lo, wall: fresh.wall };
    },
    /** What goes with a save; `null`: the server has never answered in this attempt. */
    clientAt(): ClientAt | null {
      if (!answered) return null;
      const dlo = Math.max(0, Math.round(read().lo - answered.lo));
      const byWall = Math.round(wall() - answered.wall);
      return { since: answered.since, dlo, dhi: byWall - dlo > deadbandMs ? byWall : dlo };
    },
    /** What the next page has to know; `null` as above. */
    kept(): KeptClock | null {
      if (!answered) return null;
      const { since, lo: sinceLo, wall: sinceWall } = answered;
      return { since, sinceLo, sinceWall, lo: read().lo };
    },
  };
}

export type DeviceClock = ReturnType<typeof createDeviceClock>;

/**
 * Notices that the wall clock and the monotonic one drift apart: the device slept, or somebody has moved its clock. `look`
 * is called with every tick and answers by how many ms the wall clock went ahead of the other, 0: it did not.
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
