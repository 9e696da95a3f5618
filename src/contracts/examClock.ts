/**
 * What time it is in an exam (exams.md 3.5). A device has two clocks, and neither is always right: the monotonic clock
 * may stop during sleep, and the wall clock can be changed. All times are epoch milliseconds by the server's clock.
 * Pure.
 */

/** What the device knew at an exchange with the server: the server's time and the reading of both own clocks. */
export type Anchor = { server: number; mono: number; wall: number };

/**
 * The two answers to "what time is it". It is never before `lo`; it is not after `hi`, unless somebody changed a clock.
 */
export type ClockPair = { lo: number; hi: number };

/** Differences between the two clocks up to this many milliseconds are ignored. */
export const deadbandMs = 2_000;
/** From this difference on, the time endpoint is asked; milliseconds. */
export const doubtMs = 30_000;
/** Longest time that a call may have been on its way, milliseconds. */
export const networkMs = 30_000;

/** The anchor of an exchange: the server's time plus half the round trip. `sent`, `received`: monotonic. */
export function anchorOf(serverNow: number, sent: number, received: number, wall: number): Anchor {
  return { server: serverNow + (received - sent) / 2, mono: received, wall };
}

/**
 * Both times now. `from`: the lowest allowed values, because neither time runs backwards except by an answer of the
 * server. After a reload `from` has the last `lo` that was stored, and the anchor's `mono` is the moment of loading.
 */
export function readClock(
  anchor: Anchor,
  now: { mono: number; wall: number },
  from: ClockPair | null = null,
): ClockPair {
  const passed = Math.max(0, now.mono - anchor.mono);
  const wallPassed = now.wall - anchor.wall;
  const further = wallPassed - passed > deadbandMs ? wallPassed : passed;
  const lo = Math.max(anchor.server + passed, from?.lo ?? Number.NEGATIVE_INFINITY);
  return { lo, hi: Math.max(anchor.server + further, lo, from?.hi ?? Number.NEGATIVE_INFINITY) };
}

/** Remaining time to show, milliseconds, at least 0: by the later clock. */
export function timeLeft(deadline: number, { hi }: ClockPair): number {
  return Math.max(0, deadline - hi);
}

/** Whether the fields are locked: by the earlier clock, so that sleep does not cost answering time. */
export function isLocked(deadline: number, { lo }: ClockPair): boolean {
  return lo >= deadline;
}

/** Sent with the cells: a `server_now`, and the time since then by each clock of the device. */
export type ClientAt = { since: number; dlo: number; dhi: number };

/** The clock that decides about a call. `gap`: neither clock fits. */
export type ClockChoice = { clock: 'lo' | 'hi'; gap: boolean };

/**
 * Decides at receipt which clock of the device was right: the one whose elapsed time fits the server's. The call may
 * have been on its way for up to 30 s. If both fit, the nearer one wins, and `lo` on a tie. If neither fits, the result
 * is `lo`; the cells then decide whether that matters. A quartz may run a little fast, so the deadband above counts as
 * fitting.
 */
export function chooseClock(received: number, { since, dlo, dhi }: ClientAt): ClockChoice {
  const elapsed = received - since;
  const off = (passed: number) => elapsed - passed;
  const fits = (passed: number) => off(passed) >= -deadbandMs && off(passed) <= networkMs;
  if (fits(dlo) && fits(dhi)) {
    return { clock: Math.abs(off(dhi)) < Math.abs(off(dlo)) ? 'hi' : 'lo', gap: false };
  }
  if (fits(dhi)) return { clock: 'hi', gap: false };
  return { clock: 'lo', gap: !fits(dlo) };
}
