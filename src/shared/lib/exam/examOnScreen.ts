import { createObservable } from '../observable/observable.ts';

/**
 * Whether an exam is being taken on this page. Then nothing navigates away automatically: no ended session, no
 * maintenance, no new version (exams.md 1 D4, 4). Does not import Dexie, because the frame of every page reads it.
 */
export const examOnScreen = createObservable(false);
