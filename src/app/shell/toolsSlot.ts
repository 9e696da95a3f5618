import type { ComponentType } from 'react';
import { createObservable } from '#shared/lib/observable/observable.ts';

/**
 * What the shell carries for a learner: in the header the places, the search, the bell; at the end of a page where else
 * they go. `null` until it has come. The member area brings it along; no guest downloads it (performance.md 3).
 */
export const memberParts = createObservable<{ Tools: ComponentType; Places: ComponentType } | null>(null);

/** Brings it to a page outside the member area on which a learner is. */
export function bringMemberParts(): void {
  if (memberParts.get()) return;
  import('./memberParts.ts').then(memberParts.set, (error: unknown) =>
    console.warn('shell: places not loaded', error),
  );
}
