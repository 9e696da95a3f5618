import { createObservable } from '../observable/observable.ts';

/** Kind of the queue's entries that say that a notice, or all of them, were read. */
export const noticeReadKind = 'notice-read';

/**
 * How many notices the learner has not read, as the member area last learned; `null`: nothing newer than the user
 * record. Holds no Dexie: the header of every page reads it.
 */
export const unreadNotices = createObservable<number | null>(null);

/** A notice was read just now. `known`: the count of the user record, used when nothing newer is known. */
export function noteRead(known: number): void {
  unreadNotices.set(Math.max(0, (unreadNotices.get() ?? known) - 1));
}
