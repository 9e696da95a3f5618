import { useObservable } from '../observable/useObservable.ts';
import { type Connectivity, connectivity } from './connectivity.ts';

/** Whether the server can be reached, kept up to date. */
export function useConnectivity(): Connectivity {
  return useObservable(connectivity);
}
