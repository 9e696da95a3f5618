import { useEffect, useState } from 'react';
import { hasGuestWork } from '#features/support/guestWork.ts';
import { loadPost } from './loadPost.ts';
import type { KeptLetters } from './post.ts';

const nothing: KeptLetters = { waiting: [], sent: [] };

/**
 * Letters that wait on this device, or were sent in the background. `nth`: a new number reads again, after a letter was
 * stored. A guest's page without letters does not load the database.
 */
export function useKeptLetters(owner: string, nth: number): KeptLetters {
  const [letters, setLetters] = useState(nothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number looks again.
  useEffect(() => {
    if (owner === '' && !hasGuestWork()) return;
    let isWanted = true;
    let stop = () => {};
    loadPost()
      .then(({ watchLetters }) => watchLetters(owner, (found) => isWanted && setLetters(found)))
      .then((end) => {
        stop = end;
        if (!isWanted) end();
      })
      .catch((error: unknown) => console.warn('letters: cannot be shown', error));
    return () => {
      isWanted = false;
      stop();
    };
  }, [owner, nth]);
  return letters;
}
