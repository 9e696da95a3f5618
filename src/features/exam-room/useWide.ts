import { useSyncExternalStore } from 'react';

function query(text: string) {
  return {
    subscribe: (listener: () => void) => {
      const media = matchMedia(text);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    get: () => matchMedia(text).matches,
  };
}

const split = query('(min-width: 60em), (min-width: 40em) and (orientation: landscape)');
const columns = query('(min-width: 80em)');

/** The layout for the available width: tabs on a phone, two panes, or a third column for the marks (exams.md 4). */
export function useRoomWidth(): 'tabs' | 'split' | 'columns' {
  const isSplit = useSyncExternalStore(split.subscribe, split.get);
  const hasColumns = useSyncExternalStore(columns.subscribe, columns.get);
  if (hasColumns) return 'columns';
  return isSplit ? 'split' : 'tabs';
}
