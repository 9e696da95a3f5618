import { createObservable } from './observable.ts';

/** Time fully visible, in milliseconds (specification.md 9). */
export const blueVisibleMs = 3000;
/** Time from the start of fading until the text is cleared, in milliseconds (specification.md 9). */
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
  /** Shows a message; it replaces the previous one and restarts the timer. */
  show(text: string): void {
    clearTimeout(timer);
    store.set({ text, phase: 'shown' });
    timer = setTimeout(() => {
      store.set({ text, phase: 'fading' });
      timer = setTimeout(() => store.set(hidden), blueFadeMs);
    }, blueVisibleMs);
  },
};
