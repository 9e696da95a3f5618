/** Pauses between probes while nothing answers, in milliseconds; the last one repeats. */
export const offlinePausesMs = [2_000, 4_000, 8_000, 16_000, 30_000, 60_000] as const;
/** Pause between probes in maintenance when the server does not say when to come back (product.md 2.2.B). */
export const maintenancePauseMs = 60_000;
/** The longest pause, whatever the server says, ms. */
const longestPauseMs = 5 * 60_000;
/** In maintenance everybody waits for the same moment: they come back spread over this part of the pause. */
const spread = 0.2;

/** What is known when the next probe is planned. `retryAfter`: seconds the server asked for. */
export type Wait = { isMaintenance: boolean; round: number; retryAfter?: number };

/**
 * How long to wait before the server is asked again, ms (offline.md 6.9).
 *
 * @param chance a number from 0 up to 1.
 */
export function pauseBefore({ isMaintenance, round, retryAfter }: Wait, chance: number): number {
  if (!isMaintenance) return offlinePausesMs[Math.min(round, offlinePausesMs.length - 1)] ?? 60_000;
  const wanted = retryAfter === undefined ? maintenancePauseMs : retryAfter * 1000;
  const bounded = Math.min(Math.max(wanted, offlinePausesMs[0]), longestPauseMs);
  return Math.round(bounded * (1 - spread + 2 * spread * chance));
}
