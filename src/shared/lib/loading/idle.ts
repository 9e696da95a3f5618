/** Runs `work` when the page has nothing better to do, at the latest after `timeoutMs`. */
export function whenIdle(work: () => void, timeoutMs = 5000): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: timeoutMs });
  else setTimeout(work, Math.min(timeoutMs, 1000));
}
