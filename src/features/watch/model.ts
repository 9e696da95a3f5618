/** Where a lesson resumes (product.md 3.9.6, 4.7); pure functions. Times are seconds of the video. */

/** Where to begin: the stored position, or 0 when less than 5 s are left after it. */
export function resumePosition(position: number, duration: number): number {
  if (!Number.isFinite(position) || position <= 0) return 0;
  return duration > 0 && position >= duration - 5 ? 0 : position;
}

/** A position in a lesson, and when it was recorded (ISO 8601). */
export type KnownPosition = { position: number; client_at: string };

/** Positions closer together than this count as the same, in seconds. */
const sameSpotSec = 10;

/**
 * Where a lesson resumes. This device continues where it stopped. If another device was used since then and is at a
 * different position, `other` offers that position and the learner chooses (product.md 4.7). A device without a
 * position of its own uses the newest known one.
 *
 * @param here where this device stopped; `null`: never watched on it.
 * @param known the newest place of any device; `null`: none.
 * @param duration length of the video in seconds, 0 when it is not known.
 */
export function resumeAt(
  here: KnownPosition | null,
  known: KnownPosition | null,
  duration: number,
): { start: number; other: number | null } {
  const newest = known ?? here;
  if (!newest) return { start: 0, other: null };
  if (!here) return { start: resumePosition(newest.position, duration), other: null };
  const start = resumePosition(here.position, duration);
  const place = resumePosition(newest.position, duration);
  const isNewer = Date.parse(newest.client_at) > Date.parse(here.client_at);
  const isElsewhere = place > 0 && Math.abs(place - start) >= sameSpotSec;
  return { start, other: isNewer && isElsewhere ? place : null };
}
