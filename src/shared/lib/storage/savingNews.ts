import { createObservable } from '../observable/observable.ts';

/** Kinds of things that this device could not store. */
export type SavedThing =
  | 'note'
  | 'draft'
  | 'favorite'
  | 'bookmark'
  | 'check'
  | 'setting'
  | 'watched'
  | 'read'
  | 'download'
  | 'form'
  | 'change';

/**
 * The reason. `full`: no room · `closed`: the browser gives no access to its storage now (private mode, a connection
 * that iOS has closed) · `unknown`: no reason given.
 */
export type SavingTrouble = 'full' | 'closed' | 'unknown';

/** Report of a failed write. `thing` null: a background write. `id` distinguishes two reports with the same text. */
export type SavingNews = { id: number; thing: SavedThing | null; trouble: SavingTrouble };

/**
 * The report that the shell shows, until the learner closes it or a write succeeds again; live. Does not import Dexie:
 * every page may read it.
 */
export const savingNews = createObservable<SavingNews | null>(null);
