import { createObservable } from '../observable/observable.ts';

/** Kind of outbox entries that mark one notice, or all of them, as read. */
export const noticeReadKind = 'notice-read';

/**
 * Number of unread notices as the member area last saw it; `null`: nothing newer than the user record is known. Does
 * not import Dexie, because the header of every page reads it.
 */
export const unreadNotices = createObservable<number | null>(null);
