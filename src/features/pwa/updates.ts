import { env } from '#shared/lib/env.ts';
import { isAnyTabBusy, isBusy, whenNoTabIsBusy } from '#shared/lib/loading/busy.ts';
import { createObservable } from '#shared/lib/observable/observable.ts';
import { tabText } from '#shared/lib/storage/area.ts';

/**
 * The state of an update. `none` · `waiting`: it is on the device and waits for the learner · `queued`: the learner
 * accepted, but another tab is busy · `active`: another tab has activated it, and this page still runs the old version
 * · `applying`: the page is about to reload.
 */
export type UpdateState = 'none' | 'waiting' | 'queued' | 'active' | 'applying';

/** The present state, live. */
export const updateState = createObservable<UpdateState>('none');
/** The learner said 「あとで」: nothing is offered again until the next start. */
export const isPostponed = createObservable(false);

/** The newer version contains an urgent fix: it cannot be postponed, but it also waits for the learner's tap. */
export const isUrgent = createObservable(false);

/** Longest wait for the new version to take over; after it the page reloads anyway, ms. */
const takeOverMs = 3000;

/** Stores the build that the learner wanted to leave; it survives a reload of the tab. */
const leftBuildKey = 'update.left';

/** The learner has accepted an update, but this page, loaded since then, still runs the old build. */
let isOwed = false;

let askToTakeOver: () => void = () => undefined;
let load: () => void = () => location.reload();
let queue: AbortController | null = null;

/** Sets the function that asks the waiting worker to take over. */
export function onApply(ask: () => void): void {
  askToTakeOver = ask;
}

/** Sets another function for reloading the page, for tests. */
export function setReload(next: () => void): void {
  load = next;
}

/** A newer worker is installed and waits. */
export function noteWaiting(): void {
  if (updateState.get() === 'none') updateState.set('waiting');
}

/** The server says that the newer version is urgent. */
export function noteUrgent(): void {
  isUrgent.set(true);
}

/**
 * A newer worker has taken over. Only the page whose learner accepted reloads, even if they accepted before its last
 * load (`resumeUpdate`). Other pages are told and continue with their own files. The very first worker of a device
 * changes nothing (offline.md 3.15).
 *
 * @param isFirst the page had no worker before.
 */
export function noteTakeOver(isFirst: boolean): void {
  if (updateState.get() === 'applying' || (isOwed && !isBusy.get())) load();
  else if (!isFirst) {
    isOwed = false;
    queue?.abort();
    updateState.set('active');
  }
}

/**
 * Called when the page has started. The browser activates a newer worker only when the old one has answered everything,
 * also for other tabs. If this takes longer than the 3 s, the page has been reloaded in the old version. The update
 * that the learner asked for is then still pending, and is applied without a second tap (offline.md 3.17).
 *
 * @param isWaiting a newer worker has not taken over yet; `false`: it did so while this page was loading.
 */
export function resumeUpdate(isWaiting: boolean): void {
  isOwed = tabText.read(leftBuildKey) === env.buildId;
  tabText.remove(leftBuildKey);
  if (!isOwed) return;
  if (isWaiting) askToTakeOver();
  else noteTakeOver(false);
}

/**
 * The learner wants the new version: the page reloads within 3 s (offline.md 3.17). If another tab is busy, it reloads
 * as soon as that tab is free. If the reload comes too early, another one follows.
 */
export async function applyUpdate(): Promise<void> {
  const former = updateState.get();
  if (former === 'applying' || former === 'queued') return;
  updateState.set('applying');
  if (former === 'active') {
    load();
    return;
  }
  if ((await isAnyTabBusy()) && !(await isFreeAtLast())) return;
  tabText.write(leftBuildKey, env.buildId);
  askToTakeOver();
  setTimeout(load, takeOverMs);
}

/**
 * Waits for the other tabs. @returns false when the learner, or another tab, has decided differently in the meantime.
 */
async function isFreeAtLast(): Promise<boolean> {
  queue = new AbortController();
  updateState.set('queued');
  try {
    await whenNoTabIsBusy(queue.signal);
  } catch {
    return false;
  } finally {
    queue = null;
  }
  updateState.set('applying');
  return true;
}

/** Changes nothing: the same version continues, also offline (offline.md 3.18). */
export function postponeUpdate(): void {
  if (isUrgent.get()) return;
  isOwed = false;
  isPostponed.set(true);
  queue?.abort();
  if (updateState.get() === 'queued') updateState.set('waiting');
}

/** The learner asks for a newer version again: a postponed update is offered once more. */
export function offerAgain(): void {
  isPostponed.set(false);
}
