import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether a component runs on a visitor's device: not where a page is made for everybody (app/prerender), nor in the
 * first moment of taking such a page over, which has to say the same. What this device keeps is shown right after.
 */
export function useIsHere(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
