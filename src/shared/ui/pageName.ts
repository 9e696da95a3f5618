import { useEffect } from 'react';
import { createObservable } from '#shared/lib/observable/observable.ts';

/**
 * What the present page calls itself, once it knows: name of a course, title of a notice. Empty: the route's name. A
 * page that was made before the app came has it on its root element (prerender/document.ts).
 */
export const pageName = createObservable(globalThis.document?.getElementById('root')?.dataset.name ?? '');

/** Names the page in the shell and the document title while it is shown; an empty name leaves the route's. */
export function usePageName(name: string): void {
  // Nothing of a page that is being made is ever mounted.
  if (import.meta.env.SSR) pageName.set(name);
  useEffect(() => {
    pageName.set(name);
    return () => pageName.set('');
  }, [name]);
}
