import { useRef, useState } from 'react';
import { tidyPostal } from '#shared/form/addressRules.ts';
import { describeFailure } from '#shared/form/failure.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { getPostal } from './api.ts';
import type { PostalCandidate } from './model.ts';
import { texts } from './texts.ts';

/** The state of a postal code look-up. `several`: the learner chooses. */
export type PostalState =
  | { kind: 'none' | 'looking' | 'found' }
  | { kind: 'several'; places: PostalCandidate[] }
  | { kind: 'failed'; text: string };

/** Looks up places by their postal code; `onPlace` receives the only place, or what several places have in common. */
export function usePostal(onPlace: (place: PostalCandidate, isOnly: boolean) => void) {
  const [state, setState] = useState<PostalState>({ kind: 'none' });
  const nth = useRef(0);
  const lookUp = async (code: string) => {
    nth.current += 1;
    const mine = nth.current;
    setState({ kind: 'looking' });
    try {
      const { candidates, ...shared } = await getPostal(tidyPostal(code));
      if (mine !== nth.current) return;
      const isOnly = candidates.length < 2;
      setState(isOnly ? { kind: 'found' } : { kind: 'several', places: candidates });
      onPlace(shared, isOnly);
    } catch (error) {
      if (mine !== nth.current) return;
      setState({ kind: 'failed', text: isNotFound(error) ? texts.noPlace : describeFailure(error) });
    }
  };
  return {
    state,
    lookUp,
    found: () => setState({ kind: 'found' }),
    fail: (text: string) => setState({ kind: 'failed', text }),
  };
}
