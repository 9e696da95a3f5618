import { localText } from '../storage/area.ts';

const key = 'exam.here';

/**
 * Whether an exam was ever started in this browser, so that there may be answers to send. Does not import Dexie, for
 * guests' pages.
 */
export function hasExamsHere(): boolean {
  return localText.read(key) !== null;
}

/** Notes that an exam starts in this browser. */
export function noteExamsHere(): void {
  localText.write(key, '1');
}

/** Notes that this browser has no exams of anybody left. */
export function noExamsHere(): void {
  localText.remove(key);
}
