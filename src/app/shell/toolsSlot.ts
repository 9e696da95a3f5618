import type { ComponentType } from 'react';
import { createObservable } from '#shared/lib/observable/observable.ts';

/**
 * What the header of a learner carries: the places, the search, the bell. `null` until it has come. The member area
 * brings it along; no guest downloads it (performance.md 3).
 */
export const memberTools = createObservable<ComponentType | null>(null);

/** Brings it to a page outside the member area on which a learner is. */
export function bringMemberTools(): void {
  if (memberTools.get()) return;
  import('./MemberTools.tsx').then(
    ({ MemberTools }) => memberTools.set(MemberTools),
    (error: unknown) => console.warn('shell: places not loaded', error),
  );
}
