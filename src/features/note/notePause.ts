import { createObservable } from '#shared/lib/observable/observable.ts';
import { savingFailedBehind, troubleOf } from '#shared/lib/storage/saving.ts';

const storageKey = 'konomanavi.note.pause';

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'on';
  } catch {
    return false;
  }
}

const store = createObservable(read());

/** Whether the video pauses while a note is being written; a choice of this device, live. */
export const notePause = {
  get: store.get,
  subscribe: store.subscribe,
  set(isOn: boolean): void {
    store.set(isOn);
    try {
      localStorage.setItem(storageKey, isOn ? 'on' : 'off');
    } catch (error) {
      // Without storage the choice lasts until the tab is closed.
      if (troubleOf(error) === 'full') savingFailedBehind(error, 'setting');
    }
  },
};
