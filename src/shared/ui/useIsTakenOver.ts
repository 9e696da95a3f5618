import { useState } from 'react';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';

/** Whether this part was in a prerendered page (HTML of the build or the server) that React has just hydrated. */
export function useIsTakenOver(): boolean {
  const isHere = useIsHere();
  return useState(!isHere)[0];
}
