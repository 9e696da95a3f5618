import { useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether this part of the page was made by the build or the server, and React has only taken it over. */
export function useIsMade(): boolean {
  const isTakenOver = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  return useState(isTakenOver)[0];
}
