import { useSyncExternalStore } from 'react';
import type { Observable } from './observable.ts';

/** The value of an observable, kept up to date. */
export function useObservable<T>(source: Pick<Observable<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(source.subscribe, source.get, source.get);
}
