import { useEffect } from 'react';
import { type Mirror, useMirror } from '#shared/lib/mirror/mirror.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { keepFiles } from './files.ts';
import { readStudied } from './local.ts';
import type { Studied } from './model.ts';
import { reviewQueryKey, syncReview } from './sync.ts';

/** All cards with their states, live. */
export function useStudied(): Mirror<Studied[]> {
  return useMirror({ queryKey: reviewQueryKey, sync: syncReview, read: readStudied });
}

/** Stores the pictures of today's cards, so that they can be asked without a network. */
export function useKeptFiles(queue: readonly Studied[]): void {
  const names = queue.map(({ id }) => id).join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other cards have other pictures
  useEffect(() => {
    if (connectivity.get().state === 'online') void keepFiles(queue.map(({ card }) => card));
  }, [names]);
}
