import { useState } from 'react';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';

/** Whether this part stood in a ready page (HTML of the build or the server), and React has only taken it over. */
export function useIsTakenOver(): boolean {
  const isHere = useIsHere();
  return useState(!isHere)[0];
}
