import { env } from '#shared/lib/env.ts';
import { isAnyTabBusy, isBusy, whenNoTabIsBusy } from '#shared/lib/loading/busy.ts';
import { createObservable } from '#shared/lib/observable/observable.ts';
import { tabText } from '#shared/lib/storage/area.ts';

/**
 * Where the app is with a newer version. `none` · `waiting`: it is on the device and waits for the learner · `queued`:
 * the learner said yes, another tab is in the middle of something · `active`: another tab has let it in, this page
 * still runs the old one · `applying`: the page is about to reload.
 */
export type UpdateState = 'none' | 'waiting' | 'queued' | 'active' | 'applying';

/** The present state, live. */
export const updateState = createObservable<UpdateState>('none');
/** The learner said 「あとで」: nothing is offered again until the next start. */
export const isPostponed = createObservable(false);

/** The newer version mends something that must not wait: it cannot be put off, but it too waits for the learner's tap. */
export const isUrgent = createObservable(false);

/** Longest wait for the new version to take over before the page is loaded again all the same, ms. */
const takeOverMs = 3000;

/** The build the learner wanted to leave, kept by the tab over the load. */
const leftBuildKey = 'update.left';

/** The learner has said yes, and this page, loaded since, still runs the build they wanted to leave. */
let isOwed = false;

let askToTakeOver: () => void = () => undefined;
let load: () => void = () => location.reload();
let queue: AbortController | null = null;

/** Puts the way to the waiting worker in place. */
export function onApply(ask: () => void): void {
  askToTakeOver = ask;
}

/** Puts another way of loading the page in place, for tests. */
export function setReload(next: () => void): void {
  load = next;
}

/** A newer worker is ready and waits. */
export function noteWaiting(): void {
  if (updateState.get() === 'none') updateState.set('waiting');
}

/** The server says that the newer version is urgent. */
export function noteUrgent(): void {
  isUrgent.set(true);
}

/**
 * A newer worker has taken over. Only the page whose learner said yes is loaded again, also when the yes was said before
 * its last load (`resumeUpdate`); others are told and go on with their own files, and the very first worker of a device
 * changes nothing at all (offline.md 3.15).
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
 * The page has started. The browser lets a newer worker in only when the former one has answered everything, also to
 * other tabs. When that takes longer than the 3 s, the page has been loaded in the former version once more. Then what
 * the learner has asked for is still owed to them, and comes without a second tap (offline.md 3.17).
 *
 * @param isWaiting a newer worker has not taken over yet; else it did so while this page was loading.
 */
export function resumeUpdate(isWaiting: boolean): void {
  isOwed = tabText.read(leftBuildKey) === env.buildId;
  tabText.remove(leftBuildKey);
  if (!isOwed) return;
  if (isWaiting) askToTakeOver();
  else noteTakeOver(false);
}

/**
 * The learner wants the new version: ends in a reload within 3 s (offline.md 3.17), unless another tab is in
 * the middle of something; then as soon as that has ended. A reload that comes too early is followed by one more.
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

/** Waits for the other tabs. @returns false when the learner, or another tab, has decided otherwise meanwhile. */
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

/** Changes nothing: the same version goes on, also offline (offline.md 3.18). */
export function postponeUpdate(): void {
  if (isUrgent.get()) return;
  isOwed = false;
  isPostponed.set(true);
  queue?.abort();
  if (updateState.get() === 'queued') updateState.set('waiting');
}

/** The learner asks for a newer version again: what was put away is offered once more. */
export function offerAgain(): void {
  isPostponed.set(false);
}
