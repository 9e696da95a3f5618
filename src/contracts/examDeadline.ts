/** Until when an attempt runs (exams.md 3.7). Times are epoch milliseconds. Pure. */

/** Maximum that all outages together add to one attempt, milliseconds. */
export const outageCapMs = 60 * 60_000;
/** If no process wrote a heartbeat for this long, the server was down; milliseconds. */
export const outageGapMs = 30_000;
/** Grace period after an attempt ended by the clock: answers typed before the end still count; milliseconds. */
export const lateMs = 24 * 60 * 60_000;
/** The shortest trouble of a taker's own that can be reported, milliseconds (exams.md 3.7). */
export const leastTroubleMs = 3 * 60_000;

const minute = 60_000;

/**
 * The end of an attempt before any extra time. `multiplierPct`: 100 to 200. Takers with more time get an end of the
 * window that is later by the difference (exams.md 1, D3).
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

/** A period in which the server was down: from, to. */
export type Outage = { from: number; to: number };

/** Joins overlapping and touching outages, in order of time. */
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
 * Extra time for outages, milliseconds, at most the cap. Outages are taken in order of time. Each one that began before
 * the deadline (as extended so far) adds its whole length, counted from the start of the attempt. `deadline`: without
 * any outage.
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

/** Whether answers that arrive now for an attempt ended by the clock are still merged. */
export function isMergedLate(deadline: number, received: number): boolean {
  return received <= deadline + lateMs;
}
