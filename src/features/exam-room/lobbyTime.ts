import { baseDeadline } from '#contracts/examDeadline.ts';

const minute = 60_000;

/**
 * `minutes`: of the subject, without an allowance; `multiplierPct`: the taker's allowance, percent; `until`: end of the
 * window, epoch ms, `null`: it has none.
 */
type Times = { minutes: number; multiplierPct: number; until: number | null };

/** The minutes that the taker has for the subject. */
export function fullMinutes({ minutes, multiplierPct }: Pick<Times, 'minutes' | 'multiplierPct'>): number {
  return Math.round((minutes * multiplierPct) / 100);
}

/**
 * When a start at `started` would end, if the window ends before the taker's full time (E3 of exams.md 3.7); `null`: it
 * does not. Epoch ms, and whole minutes.
 */
export function shortened(
  { minutes, multiplierPct, until: examUntil }: Times,
  started: number,
): { until: number; minutes: number } | null {
  const of = { started, minutes, multiplierPct };
  const end = baseDeadline({ ...of, examUntil });
  if (end >= baseDeadline({ ...of, examUntil: null })) return null;
  return { until: end, minutes: Math.max(0, Math.floor((end - started) / minute)) };
}
