import { useEffect } from 'react';
import { createObservable } from '#shared/lib/observable/observable.ts';

/**
 * The page's own name, once it is known: name of a course, title of a notice. Empty: the route's name. A prerendered
 * page has it on its root element (prerender/document.ts).
 */
export const pageName = createObservable(globalThis.document?.getElementById('root')?.dataset.name ?? '');

/**
 * Shows a name for the page in the shell and the document title while the page is shown; an empty name leaves the
 * route's.
 */
export function usePageName(name: string): void {
  // Effects do not run while a page is rendered on the server.
  if (import.meta.env.SSR) pageName.set(name);
  useEffect(() => {
    pageName.set(name);
    return () => pageName.set('');
  }, [name]);
}
