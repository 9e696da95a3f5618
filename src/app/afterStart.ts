import { fadeBetweenPages } from './fadeBetweenPages.ts';
import { theRouter } from './navigator.ts';
import { preloadOnIntent } from './preloadOnIntent.ts';

/** Other pages than the one that was opened are laid out whole (prerender/critical.ts). */
function markLeaving(): void {
  const opened = location.pathname;
  const stop = theRouter()?.subscribe(({ location: { pathname } }) => {
    if (pathname === opened) return;
    document.documentElement.setAttribute('data-left', '');
    stop?.();
  });
}

/** What makes going from page to page pleasant. Comes when the first page has nothing better to do. */
export function afterStart(): void {
  markLeaving();
  preloadOnIntent();
  fadeBetweenPages();
}
