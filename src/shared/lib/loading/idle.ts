/** Runs `work` when the page is idle, or after `timeoutMs` at the latest. */
export function whenIdle(work: () => void, timeoutMs = 5000): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: timeoutMs });
  else setTimeout(work, Math.min(timeoutMs, 1000));
}
