import { createObservable } from '../observable/observable.ts';

/** What the learner is in the middle of: a reload would disturb it. */
export type BusyReason = 'video' | 'note' | 'form' | 'download' | 'attempt';

const lockName = 'busy';
/** What a change of the worker would disturb in any tab; a note only minds a reload of its own page. */
const overAllTabs: ReadonlySet<BusyReason> = new Set(['video', 'download', 'attempt']);
const holds = new Set<symbol>();

/** Whether work is running on this page that a reload would disturb. */
export const isBusy = createObservable(false);

/**
 * Says that the learner is in the middle of something: a video that plays, a note half written, a form, a download.
 * No new version is offered here meanwhile. Nor does one begin in any tab under a video or a download: the worker is
 * shared, and it may be the one that streams them (offline.md 3.16).
 *
 * @returns releases the hold; calling it again does nothing.
 */
export function holdBusy(reason: BusyReason): () => void {
  const hold = Symbol(reason);
  holds.add(hold);
  isBusy.set(true);
  const unlock = overAllTabs.has(reason) ? holdShared() : () => undefined;
  return () => {
    unlock();
    holds.delete(hold);
    isBusy.set(holds.size > 0);
  };
}

/** A lock of the whole origin, which ends with the tab at the latest. */
function holdShared(): () => void {
  let unlock: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  if (typeof navigator !== 'undefined')
    navigator.locks?.request(lockName, { mode: 'shared' }, () => released).catch(() => undefined);
  return unlock;
}

/** Whether something is running here, or something in another tab that a new worker would disturb. */
export async function isAnyTabBusy(): Promise<boolean> {
  if (isBusy.get() || typeof navigator === 'undefined' || !navigator.locks) return isBusy.get();
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockName);
}

/**
 * Waits until nothing is running in any tab that a new worker would disturb.
 *
 * @throws an `AbortError` when the signal says that nobody waits any more.
 */
export async function whenNoTabIsBusy(signal: AbortSignal): Promise<void> {
  if (typeof navigator === 'undefined' || !navigator.locks) return;
  for (;;) {
    const isFree = await navigator.locks.request(lockName, { mode: 'exclusive', signal }, async () => {
      // What began while we waited stands in the queue behind us.
      const { pending = [] } = await navigator.locks.query();
      return !pending.some(({ name, mode }) => name === lockName && mode === 'shared');
    });
    if (isFree) return;
  }
}
