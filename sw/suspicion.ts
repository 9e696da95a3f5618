/**
 * A file of the app could be had neither from the device nor from the network: the pages of this build may be without
 * what they are made of. Until the worker ends, the network is asked first for them.
 */
let isRoused = false;

/** A file could not be had. */
export function rouseSuspicion(): void {
  isRoused = true;
}

/** Whether a page on the device may lack its files. */
export function isSuspicious(): boolean {
  return isRoused;
}
