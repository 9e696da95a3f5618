import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether a component runs on a visitor's device. `false` while a page is rendered for everybody (app/prerender), and
 * during hydration of such a page, which must give the same result. Data of this device is shown right after that.
 */
export function useIsHere(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
