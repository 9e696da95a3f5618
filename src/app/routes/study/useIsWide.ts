import { useSyncExternalStore } from 'react';

/** From `sm` on there is room for two panes (specification.md 9). */
const query = '(min-width: 60em)';

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether two panes fit side by side, live. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
