/** Pauses between probes while nothing answers, in milliseconds; the last one repeats. */
export const offlinePausesMs = [2_000, 4_000, 8_000, 16_000, 30_000, 60_000] as const;
/** Pause between probes in maintenance if the server does not say when to return (product.md 2.2.B). */
export const maintenancePauseMs = 60_000;
/** Maximum pause, whatever the server says, ms. */
const longestPauseMs = 5 * 60_000;
/** Random part of the pause: in maintenance everybody waits for the same moment, and should not return together. */
const spread = 0.2;

/** Facts for planning the next probe. `retryAfter`: seconds the server asked for. */
export type Wait = { isMaintenance: boolean; round: number; retryAfter?: number };

/**
 * Pause before the server is asked again, ms (offline.md 6.9).
 *
 * @param chance a number from 0 up to 1.
 */
export function pauseBefore({ isMaintenance, round, retryAfter }: Wait, chance: number): number {
  if (!isMaintenance) return offlinePausesMs[Math.min(round, offlinePausesMs.length - 1)] ?? 60_000;
  const wanted = retryAfter === undefined ? maintenancePauseMs : retryAfter * 1000;
  const bounded = Math.min(Math.max(wanted, offlinePausesMs[0]), longestPauseMs);
  return Math.round(bounded * (1 - spread + 2 * spread * chance));
}
