/**
 * Set when a file of the app came neither from the device nor from the network: stored pages of this build may lack
 * their files. Until the worker ends, these pages are requested from the network first.
 */
let isRoused = false;

/** Call this when a file could not be loaded. */
export function rouseSuspicion(): void {
  isRoused = true;
}

/** Whether a page on the device may lack its files. */
export function isSuspicious(): boolean {
  return isRoused;
}
