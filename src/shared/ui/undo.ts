import { createObservable } from '#shared/lib/observable/observable.ts';

/** How long a change can be taken back from the bar, in milliseconds (product.md 2.3.E `/mypage/bookmark`). */
export const undoMs = 5000;

/** A change the learner may take back. `id` tells two offers of the same text apart. */
export type UndoOffer = {
  id: number;
  text: string;
  undo: () => void;
  /** For changes that cannot be undone once made: makes the change, when the offer ends unused. */
  commit?: () => void;
};

const store = createObservable<UndoOffer | null>(null);
let count = 0;

function end(): UndoOffer | null {
  const offer = store.get();
  store.set(null);
  return offer;
}

/** The bar that takes the last change back. One offer at a time: a newer one ends the older. */
export const undoOffer = {
  get: store.get,
  subscribe: store.subscribe,
  /** Offers to take a change back. */
  show(text: string, undo: () => void, commit?: () => void): void {
    end()?.commit?.();
    count += 1;
    store.set({ id: count, text, undo, commit });
  },
  /** Takes the change back. */
  undo(): void {
    end()?.undo();
  },
  /** Ends the offer unused; with an id only if it is still that one. */
  close(id?: number): void {
    if (id === undefined || store.get()?.id === id) end()?.commit?.();
  },
};
