import { useLiveQuery } from 'dexie-react-hooks';
import { useObservable } from '../observable/useObservable.ts';
import { reopenings } from './health.ts';

/**
 * Stored data, live. `read` runs again when the data changes, when `deps` change, and when a database that the browser
 * had closed is open again (offline.md 3.60): after a failed read there is nothing to observe. `undefined` until the
 * first read.
 */
export function useStored<T>(read: () => Promise<T>, deps: readonly unknown[]): T | undefined {
  const opening = useObservable(reopenings);
  return useLiveQuery(read, [...deps, opening]);
}
