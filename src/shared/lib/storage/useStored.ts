import { useLiveQuery } from 'dexie-react-hooks';
import { reopenings } from '../db/health.ts';
import { useObservable } from '../observable/useObservable.ts';

/**
 * What is stored on the device, live: `read` runs again when what it read changes, when `deps` do, and when the browser
 * had cut the database (offline.md 3.60), because a reading that failed knows nothing to wait for.
 * `undefined` until the first reading.
 */
export function useStored<T>(read: () => Promise<T>, deps: readonly unknown[]): T | undefined {
  const opening = useObservable(reopenings);
  return useLiveQuery(read, [...deps, opening]);
}
