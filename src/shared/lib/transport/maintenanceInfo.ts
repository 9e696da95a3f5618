import type { Maintenance } from '#contracts/failure.ts';
import { createObservable } from '../observable/observable.ts';
import { tabText } from '../storage/area.ts';
import { fieldsOf, textOrNullIn } from '../text/plain.ts';
import { readMaintenance } from './readFailure.ts';

const storageKey = 'maintenance';

/** Content of a 503, and the address the learner came from, to return to. */
export type MaintenanceInfo = { info: Maintenance; from: string | null };

function restore(): MaintenanceInfo | null {
  try {
    const stored = fieldsOf(JSON.parse(tabText.read(storageKey) ?? 'null'));
    return stored && { info: readMaintenance(stored.info), from: textOrNullIn(stored, 'from') };
  } catch {
    return null;
  }
}

function persist(value: MaintenanceInfo | null): void {
  if (value) tabText.write(storageKey, JSON.stringify(value));
  else tabText.remove(storageKey);
}

const store = createObservable<MaintenanceInfo | null>(restore());
/** Number of 503 answers: an answer to a call made before the last of them does not show that maintenance is over. */
let lastSeen = 0;
let calls = 0;

/** Maintenance info of the last 503, stored for a reload of `/maintenance` (session.md 11.3). */
export const maintenance = {
  get: store.get,
  subscribe: store.subscribe,
  /** Number for a call that starts now; pass it to `over`. */
  callStarts(): number {
    calls += 1;
    return calls;
  },
  /** Stores the body of a 503. @returns whether none was known before. */
  begin(data: unknown): boolean {
    const former = store.get();
    const value = { info: readMaintenance(data), from: former?.from ?? null };
    lastSeen = calls;
    store.set(value);
    persist(value);
    return former === null;
  },
  /** Remembers where to return to. */
  cameFrom(address: string): void {
    const value = store.get();
    if (!value) return;
    store.set({ ...value, from: address });
    persist(store.get());
  },
  /**
   * A call got an answer that is not 503: maintenance is over, unless the call was made before the last 503.
   *
   * @returns whether it is over.
   */
  over(call: number): boolean {
    if (store.get() && call <= lastSeen) return false;
    maintenance.end();
    return true;
  },
  /** Drops the info. */
  end(): void {
    if (!store.get()) return;
    store.set(null);
    persist(null);
  },
};
