import { useState } from 'react';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';

/** Whether this part of the page was made by the build or the server, and React has only taken it over. */
export function useIsMade(): boolean {
  const isHere = useIsHere();
  return useState(!isHere)[0];
}
