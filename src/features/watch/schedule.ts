/** How often the position is stored on the device while a video plays, ms (offline.md 4.8). */
export const storeEveryMs = 5_000;
/** How often the position is put into the queue for the server, ms (product.md 3.4). */
export const sendEveryMs = 10_000;

/** When a position was last stored and last queued, epoch ms; 0: not yet. */
export type Written = { storedAt: number; sentAt: number };

/** What has to be written now. What is sent is also stored. */
export type DueWrites = { isStored: boolean; isSent: boolean };

/**
 * What is due at `at` (epoch ms) while the video plays. The first tick stores at once, so that a tab killed in its
 * first seconds leaves a trace. The first sending follows one interval later. If the clock was set back, the write
 * counts as due.
 */
export function dueWrites({ storedAt, sentAt }: Written, at: number): DueWrites {
  const isSent = sentAt !== 0 && isOver(sentAt, at, sendEveryMs);
  return { isStored: isSent || storedAt === 0 || isOver(storedAt, at, storeEveryMs), isSent };
}

/** The state after a write. The interval before the first sending begins with the first store. */
export function afterWrite({ sentAt }: Written, due: DueWrites, at: number): Written {
  return { storedAt: at, sentAt: due.isSent || sentAt === 0 ? at : sentAt };
}

function isOver(since: number, at: number, pauseMs: number): boolean {
  return at - since >= pauseMs || at < since;
}
