import { useEffect } from 'react';
import { createObservable } from '#shared/lib/observable.ts';

/** What the present page calls itself, once it knows: name of a course, title of a notice. Empty: the route's name. */
export const pageName = createObservable('');

/** Names the page in the shell and the document title while it is shown; an empty name leaves the route's. */
export function usePageName(name: string): void {
  useEffect(() => {
    pageName.set(name);
    return () => pageName.set('');
  }, [name]);
}
