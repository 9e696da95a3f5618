/**
 * How two reports about watching one lesson are merged (product.md 3.9.6, offline.md 5.6). Pure: no clock, no database.
 *
 * Reports arrive late, twice and in any order (outbox, second device, a phone that was off for days). So the merge is
 * commutative, associative and idempotent: in every order, every copy ends in the same state.
 */

/** A seen part of a lesson as [from, to] in seconds. */
export type Range = [number, number];

/** What one device says about one lesson. Times are milliseconds since 1970, everything else is seconds. */
export type WatchReport = {
  position: number;
  ranges: Range[];
  rate: number;
  clientAt: number;
  restart: boolean;
  deviceId: string | null;
};

/** What is known about one learner and one lesson. */
export type WatchState = {
  position: number;
  /** When the position was taken; older positions lose against it. */
  positionAt: number;
  /** The position was set by "start again", so it may be below 5 s. */
  positionRestart: boolean;
  ranges: Range[];
  rate: number;
  deviceId: string | null;
  /** When the lesson was last watched on any device. */
  watchedAt: number;
  isCompleted: boolean;
};

/** How far a device's clock may be ahead of the server's (product.md 3.9.6). */
export const clockTolerance = 5 * 60_000;
/** Share of the lesson that must have been seen at least once. */
export const completedRate = 0.9;
/** A position below this never replaces a larger one unless the learner started again. */
const startSeconds = 5;
/** Gaps shorter than this between two seen parts are closed: players report about four times a second. */
const gapSeconds = 0.5;

const tenths = (seconds: number) => Math.round(seconds * 10) / 10;

/**
 * Union of seen parts, sorted and disjoint, cut to the length of the lesson. It never counts a second twice, and its
 * last end does not move back when the position does. Empty, reversed and invalid parts are left out. `duration` 0
 * means that the length is unknown: nothing is cut.
 */
export function unionRanges(ranges: readonly Range[], duration: number): Range[] {
  const end = duration > 0 ? duration : Number.POSITIVE_INFINITY;
  const sorted = ranges
    .filter(([from, to]) => Number.isFinite(from) && Number.isFinite(to))
    .map(([from, to]): Range => [tenths(Math.max(0, from)), tenths(Math.min(to, end))])
    .filter(([from, to]) => to > from)
    .sort((a, b) => a[0] - b[0]);
  const union: Range[] = [];
  for (const [from, to] of sorted) {
    const last = union.at(-1);
    if (last && from - last[1] < gapSeconds) last[1] = Math.max(last[1], to);
    else union.push([from, to]);
  }
  return union;
}

/** Seconds seen at least once. */
export function secondsSeen(ranges: readonly Range[]): number {
  return tenths(ranges.reduce((sum, [from, to]) => sum + to - from, 0));
}

/** Share of the lesson seen at least once, 0 to 1. A lesson of unknown length has 0. */
export function watchedRate(ranges: readonly Range[], duration: number): number {
  return duration > 0 ? Math.min(1, secondsSeen(ranges) / duration) : 0;
}

/**
 * The device's time, at most five minutes later than the server's. The past is not limited: an offline report really is
 * old. Raising its time to "five minutes ago" would let it win against newer devices.
 */
export function trustedTime(clientAt: number, now: number): number {
  return Math.min(clientAt, now + clockTolerance);
}

type Claim = Pick<WatchState, 'position' | 'positionAt' | 'positionRestart'>;

const isMeant = (claim: Claim) => claim.position >= startSeconds || claim.positionRestart;

/**
 * Which position wins: first one that the learner meant (others may be the player's own 0:00), then the newer, then the
 * larger.
 */
function laterClaim(a: Claim, b: Claim): Claim {
  if (isMeant(a) !== isMeant(b)) return isMeant(a) ? a : b;
  if (a.positionAt !== b.positionAt) return a.positionAt > b.positionAt ? a : b;
  if (a.position !== b.position) return a.position > b.position ? a : b;
  return a.positionRestart ? a : b;
}

/** One report as a state. `duration`: of the lesson in seconds; `now`: the server's time. */
export function stateOfReport(
  report: WatchReport,
  { duration, now }: { duration: number; now: number },
): WatchState {
  const at = trustedTime(report.clientAt, now);
  const ranges = unionRanges(report.ranges, duration);
  return {
    position: tenths(Math.max(0, duration > 0 ? Math.min(report.position, duration) : report.position)),
    positionAt: at,
    positionRestart: report.restart,
    ranges,
    rate: report.rate,
    deviceId: report.deviceId,
    watchedAt: at,
    isCompleted: watchedRate(ranges, duration) >= completedRate,
  };
}

/** The side that was watched later. At the same moment the result does not depend on the order. */
function laterWatched(a: WatchState, b: WatchState): WatchState {
  if (a.watchedAt !== b.watchedAt) return a.watchedAt > b.watchedAt ? a : b;
  if (a.rate !== b.rate) return a.rate > b.rate ? a : b;
  return (a.deviceId ?? '') >= (b.deviceId ?? '') ? a : b;
}

/**
 * Merges two histories of one lesson. Completion is never taken back, seen parts never shrink, and the position is the
 * newest one that the learner meant. `duration`: of the lesson in seconds.
 */
export function joinWatches(a: WatchState, b: WatchState, duration: number): WatchState {
  const ranges = unionRanges([...a.ranges, ...b.ranges], duration);
  const { rate, deviceId, watchedAt } = laterWatched(a, b);
  const { position, positionAt, positionRestart } = laterClaim(a, b);
  return {
    position,
    positionAt,
    positionRestart,
    ranges,
    rate,
    deviceId,
    watchedAt,
    isCompleted: a.isCompleted || b.isCompleted || watchedRate(ranges, duration) >= completedRate,
  };
}

/** Merges a report into the stored state. `duration` is the lesson's length in seconds, `now` the server's time. */
export function mergeWatch(
  stored: WatchState | null,
  report: WatchReport,
  lesson: { duration: number; now: number },
): WatchState {
  const incoming = stateOfReport(report, lesson);
  return stored ? joinWatches(stored, incoming, lesson.duration) : incoming;
}

/** Whether a report changed anything; a repeated one does not raise the revision. */
export function isSameWatch(a: WatchState, b: WatchState): boolean {
  return JSON.stringify(a, Object.keys(a).sort()) === JSON.stringify(b, Object.keys(b).sort());
}
