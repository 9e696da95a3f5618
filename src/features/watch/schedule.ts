/** While a video plays its place is stored on the device this often, ms (offline.md 4.8). */
export const storeEveryMs = 5_000;
/** …and put into the queue for the server this often, ms (product.md 3.4). */
export const sendEveryMs = 10_000;

/** When a place was last stored and last queued, epoch ms; 0: not yet. */
export type Written = { storedAt: number; sentAt: number };

/** What to write now. What is sent is stored too. */
export type DueWrites = { isStored: boolean; isSent: boolean };

/**
 * What is due at `at` (epoch ms) while the video plays. The first tick stores at once, so that a tab killed in its
 * first seconds has left a trace, and sends after the first pause. A clock set back counts as due.
 */
export function dueWrites({ storedAt, sentAt }: Written, at: number): DueWrites {
  const isSent = sentAt !== 0 && isOver(sentAt, at, sendEveryMs);
  return { isStored: isSent || storedAt === 0 || isOver(storedAt, at, storeEveryMs), isSent };
}

/** The state after a write. The first store starts the pause before the first sending. */
export function afterWrite({ sentAt }: Written, due: DueWrites, at: number): Written {
  return { storedAt: at, sentAt: due.isSent || sentAt === 0 ? at : sentAt };
}

function isOver(since: number, at: number, pauseMs: number): boolean {
  return at - since >= pauseMs || at < since;
}
