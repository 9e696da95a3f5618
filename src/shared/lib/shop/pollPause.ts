/** How long a page polls the state of an order before it says that it takes long, ms. */
export const pollLimitMs = 120_000;

/** Pause before the next poll: 1 s five times, then 2 s, then 5 s; `null`: it takes long (money.md 6). */
export function pollPause(asked: number, elapsedMs: number): number | null {
  if (elapsedMs >= pollLimitMs) return null;
  if (asked <= 5) return 1000;
  return asked <= 10 ? 2000 : 5000;
}
