/** Until when an attempt runs (exams.md 3.7). Times are epoch milliseconds. Pure. */

/** Most that all outages together add to one attempt, milliseconds. */
export const outageCapMs = 60 * 60_000;
/** Without a beat of any process for so long the server was away, milliseconds. */
export const outageGapMs = 30_000;
/** After the end of an attempt that the clock ended, answers typed before it count for so long, milliseconds. */
export const lateMs = 24 * 60 * 60_000;

const minute = 60_000;

/**
 * When an attempt ends before anything is added. `multiplierPct`: 100 to 200; with more time than usual one's own end of the
 * window moves by the difference (exams.md 1, D3).
 */
export function baseDeadline({
  started,
  minutes,
  multiplierPct,
  examUntil,
}: {
  started: number;
  minutes: number;
  multiplierPct: number;
  /** `null`: the exam has no window. */
  examUntil: number | null;
}): number {
  const length = (minutes * minute * multiplierPct) / 100;
  const end = started + length;
  if (examUntil === null) return end;
  return Math.min(end, examUntil + (length - minutes * minute));
}

/** A time in which the server was away: from, to. */
export type Outage = { from: number; to: number };

/** Overlapping and touching ones joined, in order of time. */
export function joinOutages(outages: readonly Outage[]): Outage[] {
  const joined: Outage[] = [];
  for (const { from, to } of [...outages].sort((one, other) => one.from - other.from || one.to - other.to)) {
    const last = joined.at(-1);
    if (to <= from) continue;
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/**
 * What outages add, milliseconds: walked in order of time, each that began before the deadline as it then was adds its whole
 * length from the start of the attempt on. `deadline`: without any outage.
 */
export function outageExtra(started: number, deadline: number, outages: readonly Outage[]): number {
  let extra = 0;
  for (const { from, to } of joinOutages(outages)) {
    const begin = Math.max(from, started);
    if (begin >= to || begin >= deadline + extra) continue;
    extra = Math.min(outageCapMs, extra + (to - begin));
  }
  return extra;
}

/** Whether what arrives now for an attempt that the clock ended is still merged. */
export function isMergedLate(deadline: number, received: number): boolean {
  return received <= deadline + lateMs;
}
