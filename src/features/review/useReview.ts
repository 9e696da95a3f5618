import { type Mirror, useMirror } from '#shared/lib/mirror/mirror.ts';
import { readShelf } from './local.ts';
import type { Shelf } from './model.ts';
import { reviewQueryKey, syncReview } from './sync.ts';

/** All cards with their states, live. */
export function useShelf(): Mirror<Shelf> {
  return useMirror({ queryKey: reviewQueryKey, sync: syncReview, read: readShelf });
}
