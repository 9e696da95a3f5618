/** Resolves after so many milliseconds; a hidden tab may take up to a second longer. */
export function pause(milliseconds = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
