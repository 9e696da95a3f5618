import { createObservable } from '#shared/lib/observable/observable.ts';
import { savingFailedBehind, troubleOf } from '#shared/lib/storage/saving.ts';

const storageKey = 'konomanavi.focus.split';

/** Limits of the video's share of the width, percent. */
export const splitLimits = { least: 30, most: 75, first: 55, step: 5 } as const;

/** Limits a share to the allowed range. */
export function withinSplit(share: number): number {
  return Math.round(Math.min(Math.max(splitLimits.least, share), splitLimits.most));
}

function read(): number {
  try {
    const stored = Number(localStorage.getItem(storageKey));
    return stored > 0 ? withinSplit(stored) : splitLimits.first;
  } catch {
    return splitLimits.first;
  }
}

const store = createObservable(read());

/** The video's share of the width in the focus view, percent; a choice of this device, live. */
export const splitShare = {
  get: store.get,
  subscribe: store.subscribe,
  set(share: number): void {
    const next = withinSplit(share);
    store.set(next);
    try {
      localStorage.setItem(storageKey, String(next));
    } catch (error) {
      // Without storage the choice lasts until the tab is closed.
      if (troubleOf(error) === 'full') savingFailedBehind(error, 'setting');
    }
  },
};

/** The share after a key on the divider; `null`: the key has no meaning there. */
export function shareAfterKey(share: number, key: string): number | null {
  const { least, most, step, first } = splitLimits;
  const wanted: Record<string, number> = {
    ArrowLeft: share - step,
    ArrowRight: share + step,
    Home: least,
    End: most,
    Enter: first,
  };
  const next = wanted[key];
  return next === undefined ? null : withinSplit(next);
}
