import { createObservable } from '#shared/lib/observable.ts';

/**
 * In place of `shared/ui/pageName.ts` where pages are made (scripts/prerender.ts): effects do not run there, so a page
 * names itself while it is rendered, and the shell around it says so when it is rendered again (makePage.tsx).
 */
export const pageName = createObservable('');

/** Names the page that is being made. */
export function usePageName(name: string): void {
  if (name) pageName.set(name);
}
