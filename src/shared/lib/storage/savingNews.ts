import { createObservable } from '../observable/observable.ts';

/** What the learner did or wrote that this device could not store. */
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
 * Why. `full`: no room · `closed`: the browser lets nobody at its storage now (private mode, a connection that iOS has
 * cut) · `unknown`: it does not say.
 */
export type SavingTrouble = 'full' | 'closed' | 'unknown';

/** News of a write that failed. `thing` null: something behind the screens. `id` tells two of the same words apart. */
export type SavingNews = { id: number; thing: SavedThing | null; trouble: SavingTrouble };

/**
 * What the shell tells of writes that failed, until the learner has closed it or a write works again, live. Knows no
 * Dexie: every page may read it.
 */
export const savingNews = createObservable<SavingNews | null>(null);
