import { useEffect } from 'react';
import { givenAnswersId } from '#shared/lib/givenAnswers.ts';
import { createObservable } from '#shared/lib/observable.ts';

/** What the page was named when it was made (app/prerender); the shell is taken over with that. */
const madeName = document.getElementById(givenAnswersId)?.dataset.name ?? '';

/** What the present page calls itself, once it knows: name of a course, title of a notice. Empty: the route's name. */
export const pageName = createObservable(madeName);

/** Names the page in the shell and the document title while it is shown; an empty name leaves the route's. */
export function usePageName(name: string): void {
  useEffect(() => {
    pageName.set(name);
    return () => pageName.set('');
  }, [name]);
}
