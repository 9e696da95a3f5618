import { localText } from '../storage/area.ts';

const key = 'exam.here';

/** Whether an exam was ever begun in this browser: then there may be answers to send. Knows no Dexie, for guests. */
export function hasExamsHere(): boolean {
  return localText.read(key) !== null;
}

/** An exam begins in this browser. */
export function noteExamsHere(): void {
  localText.write(key, '1');
}

/** No exam of anybody is left in this browser. */
export function noExamsHere(): void {
  localText.remove(key);
}
