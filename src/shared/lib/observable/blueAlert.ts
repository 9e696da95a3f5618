import { createObservable } from './observable.ts';

/** Fully visible, in milliseconds (specification.md 9). */
export const blueVisibleMs = 3000;
/** Between the start of fading and the clearing of the text, in milliseconds (specification.md 9). */
export const blueFadeMs = 200;

/** The blue notification bar. `text` is empty exactly when `phase` is `hidden`. */
export type BlueAlert = { text: string; phase: 'hidden' | 'shown' | 'fading' };

const hidden: BlueAlert = { text: '', phase: 'hidden' };
const store = createObservable<BlueAlert>(hidden);
let timer: ReturnType<typeof setTimeout> | undefined;

/** The blue bar of the shell: one bar only (session.md 13.3). */
export const blueAlert = {
  get: store.get,
  subscribe: store.subscribe,
  /** Shows a message; it replaces the former one and its time starts from 0. */
  show(text: string): void {
    clearTimeout(timer);
    store.set({ text, phase: 'shown' });
    timer = setTimeout(() => {
      store.set({ text, phase: 'fading' });
      timer = setTimeout(() => store.set(hidden), blueFadeMs);
    }, blueVisibleMs);
  },
};
