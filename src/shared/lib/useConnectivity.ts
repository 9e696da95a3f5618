import { type Connectivity, connectivity } from './connectivity.ts';
import { useObservable } from './useObservable.ts';

/** Whether the server can be reached, kept up to date. */
export function useConnectivity(): Connectivity {
  return useObservable(connectivity);
}
