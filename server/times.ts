/** How far clocks in Japan are ahead of UTC, milliseconds. There is no summer time, so plain arithmetic is exact. */
export const japanMs = 9 * 3_600_000;

/** A moment as answers have it: ISO 8601 in UTC; `null`: there is none. */
export function iso(at: Date | number | null | undefined): string | null {
  return at === null || at === undefined ? null : new Date(at).toISOString();
}
