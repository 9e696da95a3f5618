/** Whether the page has already sent calls ahead (early.ts): then nothing of the learner is on this device yet. */
export function hasAskedEarly(): boolean {
  return (globalThis as { early?: unknown }).early !== undefined;
}
