import { hasExamsHere } from '#shared/lib/exam/examsHere.ts';
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
  // Answers that the server does not have go, whoever is here now (exams.md 3.2).
  if (hasExamsHere()) {
    import('./examSender.ts').then(
      ({ startExamSender }) => startExamSender(),
      () => undefined,
    );
  }
  // Only Apple's browsers know this word, and only they ask for such pictures.
  if ('standalone' in navigator) {
    import('#features/pwa/startPictures.ts').then(
      ({ offerStartPictures }) => offerStartPictures(),
      () => undefined,
    );
  }
}
