/** Whether the page has asked ahead (early.ts): nothing of the learner is on this device yet. */
export function hasAskedEarly(): boolean {
  return (globalThis as { early?: unknown }).early !== undefined;
}
