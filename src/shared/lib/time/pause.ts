/** Resolves after this many milliseconds; in a hidden tab up to a second later. */
export function pause(milliseconds = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
