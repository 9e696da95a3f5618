import { createObservable } from '#shared/lib/observable/observable.ts';

/** How long the bar offers to undo a change, in milliseconds (product.md 2.3.E `/mypage/bookmark`). */
export const undoMs = 5000;

/** A change that the learner may undo. `id` distinguishes two offers with the same text. */
export type UndoOffer = {
  id: number;
  text: string;
  undo: () => void;
  /** For changes that cannot be undone later: makes the change when the offer ends unused. */
  commit?: () => void;
};

const store = createObservable<UndoOffer | null>(null);
let count = 0;

function end(): UndoOffer | null {
  const offer = store.get();
  store.set(null);
  return offer;
}

/** The offer to undo the last change. Only one at a time: a newer offer ends the older. */
export const undoOffer = {
  get: store.get,
  subscribe: store.subscribe,
  /** Offers to undo a change. */
  show(text: string, undo: () => void, commit?: () => void): void {
    end()?.commit?.();
    count += 1;
    store.set({ id: count, text, undo, commit });
  },
  /** Undoes the change. */
  undo(): void {
    end()?.undo();
  },
  /** Ends the offer unused; with an id only if that offer is still shown. */
  close(id?: number): void {
    if (id === undefined || store.get()?.id === id) end()?.commit?.();
  },
};
