import { watchCartOfMember } from '#shared/lib/shop/cartOfMember.ts';
import { fadeBetweenPages } from './fadeBetweenPages.ts';
import { preloadOnIntent } from './preloadOnIntent.ts';
import { cartMark } from './shell/CartLink.tsx';
import { CartMark } from './shell/CartMark.tsx';
import { tellSeenPages } from './tellSeenPages.ts';

/** What makes going from page to page pleasant. Comes when the first page has nothing better to do. */
export function afterStart(): void {
  preloadOnIntent();
  fadeBetweenPages();
  tellSeenPages();
  watchCartOfMember();
  cartMark.set(CartMark);
  // Only Apple's browsers know this word, and only they ask for such pictures.
  if ('standalone' in navigator) {
    import('#features/pwa/startPictures.ts').then(
      ({ offerStartPictures }) => offerStartPictures(),
      () => undefined,
    );
  }
}
