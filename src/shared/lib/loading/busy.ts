import { createObservable } from '../observable/observable.ts';

/** Activities of the learner that a reload would disturb. */
export type BusyReason = 'video' | 'note' | 'form' | 'download' | 'attempt';

const lockName = 'busy';
/** Activities in any tab that a new worker would disturb. A note or a form only minds a reload of its own page. */
const overAllTabs: ReadonlySet<BusyReason> = new Set(['video', 'download', 'attempt']);
const holds = new Set<symbol>();

/** Whether an activity on this page would be disturbed by a reload. */
export const isBusy = createObservable(false);

/**
 * Notes that the learner is busy: a playing video, a half-written note, a form, a download, an attempt. Meanwhile no
 * new version is offered here. A new version also does not start under a video, a download or an attempt in any other
 * tab: the worker is shared and may be streaming for them (offline.md 3.16).
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

/** A shared lock of the whole origin; it ends with the tab at the latest. */
function holdShared(): () => void {
  let unlock: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  if (typeof navigator !== 'undefined')
    navigator.locks?.request(lockName, { mode: 'shared' }, () => released).catch(() => undefined);
  return unlock;
}

/** Whether this page is busy, or another tab with something that a new worker would disturb. */
export async function isAnyTabBusy(): Promise<boolean> {
  if (isBusy.get() || typeof navigator === 'undefined' || !navigator.locks) return isBusy.get();
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockName);
}

/**
 * Waits until no tab is busy with something that a new worker would disturb.
 *
 * @throws an `AbortError` when the signal is aborted.
 */
export async function whenNoTabIsBusy(signal: AbortSignal): Promise<void> {
  if (typeof navigator === 'undefined' || !navigator.locks) return;
  for (;;) {
    const isFree = await navigator.locks.request(lockName, { mode: 'exclusive', signal }, async () => {
      // An activity that began while we waited is in the lock's queue behind us.
      const { pending = [] } = await navigator.locks.query();
      return !pending.some(({ name, mode }) => name === lockName && mode === 'shared');
    });
    if (isFree) return;
  }
}
