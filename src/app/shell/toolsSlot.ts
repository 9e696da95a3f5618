import type { ComponentType } from 'react';
import { createObservable } from '#shared/lib/observable/observable.ts';

/**
 * The learner's part of the header: the places, the search, the bell. `null` until it is loaded. The member area loads
 * it; no guest downloads it (performance.md 3).
 */
export const memberTools = createObservable<ComponentType | null>(null);

/** Loads it for a learner on a page outside the member area. */
export function bringMemberTools(): void {
  if (memberTools.get()) return;
  import('./MemberTools.tsx').then(
    ({ MemberTools }) => memberTools.set(MemberTools),
    (error: unknown) => console.warn('shell: places not loaded', error),
  );
}
