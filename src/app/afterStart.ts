import { fadeBetweenPages } from './fadeBetweenPages.ts';
import { preloadOnIntent } from './preloadOnIntent.ts';

/** What makes going from page to page pleasant. Comes when the first page has nothing better to do. */
export function afterStart(): void {
  preloadOnIntent();
  fadeBetweenPages();
}
