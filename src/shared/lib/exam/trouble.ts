import type { EventKind } from '#contracts/examAttempt.ts';
import { leastTroubleMs } from '#contracts/examDeadline.ts';

/**
 * A time in which this device could not work as it should, from the attempt's own log: no connection, asleep, or sound
 * that stood still. Epoch ms by the server's clock; `to` `null`: it lasts.
 */
export type Trouble = { kind: 'offline' | 'sleep' | 'sound'; from: number; to: number | null };

const begins: Partial<Record<EventKind, Trouble['kind']>> = { offline: 'offline', audio_stall: 'sound' };
const ends: Partial<Record<EventKind, Trouble['kind']>> = { online: 'offline', audio_play: 'sound' };

/** The one that lasts is over. @returns the same list if there is none. */
export function withoutTrouble(
  known: readonly Trouble[] | undefined,
  kind: Trouble['kind'],
  at: number,
): readonly Trouble[] | undefined {
  if (!known?.some((one) => one.kind === kind && one.to === null)) return known;
  return known
    .map((one) => (one.kind === kind && one.to === null ? { ...one, to: at } : one))
    .filter(({ from, to }) => to === null || to - from >= leastTroubleMs);
}

/**
 * What is known of trouble after a line of the log. The log itself leaves the device with each save, so the times are
 * kept beside it for the report; one that is too short to be reported is not. `d`: of the line; how long a sleep was, ms.
 */
export function withTrouble(
  known: readonly Trouble[] | undefined,
  { kind, at, d }: { kind: EventKind; at: number; d: string | number | null },
): readonly Trouble[] | undefined {
  if (kind === 'sleep') {
    const length = typeof d === 'number' ? d : 0;
    return length < leastTroubleMs ? known : [...(known ?? []), { kind, from: at - length, to: at }];
  }
  const ended = ends[kind];
  if (ended) return withoutTrouble(known, ended, at);
  const begun = begins[kind];
  if (!begun || known?.some((one) => one.kind === begun && one.to === null)) return known;
  return [...(known ?? []), { kind: begun, from: at, to: null }];
}
