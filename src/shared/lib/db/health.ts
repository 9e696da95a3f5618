import { createObservable } from '../observable/observable.ts';

/**
 * What the device's storage can do right now, for the shell to tell the learner. Holds no Dexie, so that every page
 * may read it.
 *
 * `ok` · `memory`: the browser keeps nothing (private mode, blocked or broken storage), the app works online ·
 * `blocked`: an older tab keeps the database from being upgraded for more than 3 s · `outdated`: another tab runs a
 * newer version, this one must be reloaded · `evicted`: the browser threw stored data away since the last start
 * (offline.md 3.50 to 3.60).
 */
export type StorageHealth = 'ok' | 'memory' | 'blocked' | 'outdated' | 'evicted';

/** The present state, live. */
export const storageHealth = createObservable<StorageHealth>('ok');

/** How often a database that the browser had cut is open again: what was read meanwhile has failed. Live. */
export const reopenings = createObservable(0);
