/**
 * Which time it is in an exam (exams.md 3.5). A device has two clocks, because neither is right alone: the monotonic one
 * stands still in sleep, the wall clock can be set. All times are epoch milliseconds by the server's clock. Pure.
 */

/** What the device knew at an exchange with the server: server's time then, and both of its own clocks. */
export type Anchor = { server: number; mono: number; wall: number };

/** The two answers to "what time is it": not before `lo`, and not after `hi` unless a clock was changed. */
export type ClockPair = { lo: number; hi: number };

/** Differences up to this between the two clocks are none, milliseconds. */
export const deadbandMs = 2_000;
/** From this difference on the time endpoint is asked, milliseconds. */
export const doubtMs = 30_000;
/** A call may have taken so long on its way, milliseconds. */
export const networkMs = 30_000;

/** The anchor of an exchange: the server's time plus half the way. `sent`, `received`: monotonic. */
export function anchorOf(serverNow: number, sent: number, received: number, wall: number): Anchor {
  return { server: serverNow + (received - sent) / 2, mono: received, wall };
}

/**
 * The two times now. `from`: the lowest they may be, because neither runs backwards except by an answer of the server; after
 * a reload the `lo` that was written last, with the anchor's `mono` set to the moment of loading.
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

/** How much time is left on the screen, milliseconds, at least 0: by the later clock. */
export function timeLeft(deadline: number, { hi }: ClockPair): number {
  return Math.max(0, deadline - hi);
}

/** Whether the fields are locked: by the earlier clock, so that a sleep takes no time away. */
export function isLocked(deadline: number, { lo }: ClockPair): boolean {
  return lo >= deadline;
}

/** What a device tells with its cells: since which `server_now`, and how long that is by each of its clocks. */
export type ClientAt = { since: number; dlo: number; dhi: number };

/** Which clock a call is judged by. `gap`: none of them fits. */
export type ClockChoice = { clock: 'lo' | 'hi'; gap: boolean };

/**
 * Which of a device's clocks was right, seen at receipt: the elapsed time that fits the server's own, where a call may have
 * been up to 30 s on its way; the nearer one wins, of equal ones `lo`. None fits: `lo`, and whether that matters is decided
 * by the cells. A quartz is a little too fast at times: up to the deadband below counts as fitting.
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
