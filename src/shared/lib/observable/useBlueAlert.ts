import { type BlueAlert, blueAlert } from './blueAlert.ts';
import { useObservable } from './useObservable.ts';

/** What the blue bar shows now. */
export function useBlueAlert(): BlueAlert {
  return useObservable(blueAlert);
}
