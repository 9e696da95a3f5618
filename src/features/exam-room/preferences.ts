import { createObservable, type Observable } from '#shared/lib/observable/observable.ts';
import { localText } from '#shared/lib/storage/area.ts';

/** How this device shows exams. `size`: 0 to 3 of four steps. `hidesTime`: the clock is shown only on request. */
export type RoomPreferences = {
  size: 0 | 1 | 2 | 3;
  keys: boolean;
  hidesTime: boolean;
  isHorizontal: boolean;
};

const key = 'konomanavi.exam.room';
const initial: RoomPreferences = { size: 0, keys: true, hidesTime: false, isHorizontal: false };

function read(): RoomPreferences {
  try {
    return { ...initial, ...(JSON.parse(localText.read(key) ?? '{}') as Partial<RoomPreferences>) };
  } catch {
    return initial;
  }
}

const store: Observable<RoomPreferences> = createObservable(read());

export const roomPreferences = {
  get: store.get,
  subscribe: store.subscribe,
  set(change: Partial<RoomPreferences>): void {
    store.set({ ...store.get(), ...change });
    localText.write(key, JSON.stringify(store.get()));
  },
};

/** One step larger or smaller. */
export function sizeStep(step: 1 | -1): void {
  const size = Math.min(3, Math.max(0, store.get().size + step)) as RoomPreferences['size'];
  roomPreferences.set({ size });
}

const shareKey = (subject: string) => `konomanavi.exam.share.${subject}`;

/** The width of the passage in percent, stored per subject. */
export function readShare(subject: string): number {
  const share = Number(localText.read(shareKey(subject)));
  return share >= 30 && share <= 70 ? share : 50;
}

export function keepShare(subject: string, share: number): void {
  localText.write(shareKey(subject), String(Math.round(share)));
}
