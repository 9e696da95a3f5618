import { createObservable } from '../observable/observable.ts';

/**
 * Whether an exam is being taken on this page. Then nothing leads away from it by itself: not a session that ends, not a
 * closed server, not a new version (exams.md 1 D4, 4). Knows no Dexie: the frame of every page asks it.
 */
export const examOnScreen = createObservable(false);
