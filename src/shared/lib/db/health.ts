import { createObservable } from '../observable/observable.ts';

/**
 * What the device's storage can do now; the shell tells the learner. Does not import Dexie, so that every page may read
 * it.
 *
 * `ok` · `memory`: the browser stores nothing (private mode, blocked or broken storage), the app works online ·
 * `blocked`: for more than 3 s an older tab has prevented an upgrade of the database · `outdated`: another tab runs a
 * newer version, this one must be reloaded · `evicted`: the browser deleted stored data since the last start
 * (offline.md 3.50 to 3.60).
 */
export type StorageHealth = 'ok' | 'memory' | 'blocked' | 'outdated' | 'evicted';

/** The current state, live. */
export const storageHealth = createObservable<StorageHealth>('ok');

/** Number of times a database was opened again after the browser closed it. Reads in between have failed. Live. */
export const reopenings = createObservable(0);
