let open: () => void = () => undefined;
const isWanted = new Promise<void>((resolve) => {
  open = resolve;
});

/**
 * A newer version wants to take over. The browser activates it only when this worker has no work, and the learner who
 * pressed 「更新」 is waiting for it (offline.md 3.17).
 */
export function makeWay(): void {
  open();
}

/**
 * Work that does not delay the browser once a newer version wants to take over. The newer version keeps by itself what
 * is still missing then.
 */
export function untilMakingWay(work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, isWanted]);
}
