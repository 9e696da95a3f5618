/** Whole seconds until a moment, never negative. */
export function secondsUntil(moment: number, present: number): number {
  return Math.max(0, Math.ceil((moment - present) / 1000));
}
