let open: () => void = () => undefined;
const isWanted = new Promise<void>((resolve) => {
  open = resolve;
});

/**
 * A newer version wants to take over. The browser lets it in only when this worker has nothing to do, and the learner who
 * has pressed 「更新」 waits for that (offline.md 3.17).
 */
export function makeWay(): void {
  open();
}

/**
 * Work that the browser need not wait for once a newer version wants to take over: what it has not kept by then, the
 * newer one keeps itself.
 */
export function untilMakingWay(work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, isWanted]);
}
