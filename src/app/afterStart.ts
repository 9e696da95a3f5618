import { hasExamsHere } from '#shared/lib/exam/examsHere.ts';
import { watchCartOfMember } from '#shared/lib/shop/cartOfMember.ts';
import { fadeBetweenPages } from './fadeBetweenPages.ts';
import { preloadOnIntent } from './preloadOnIntent.ts';
import { cartMark } from './shell/CartLink.tsx';
import { CartMark } from './shell/CartMark.tsx';
import { tellSeenPages } from './tellSeenPages.ts';

/** A subject that runs is shown first: after a reload in the exam room its first two seconds belong to it. */
const senderDelayMs = 2000;

/** Additions that make navigation smooth. They are loaded when the first page is idle. */
export function afterStart(): void {
  preloadOnIntent();
  fadeBetweenPages();
  tellSeenPages();
  watchCartOfMember();
  cartMark.set(CartMark);
  // Sends exam answers that the server does not have, whoever is logged in now (exams.md 3.2).
  if (hasExamsHere()) {
    setTimeout(() => {
      import('./examSender.ts').then(
        ({ startExamSender }) => startExamSender(),
        () => undefined,
      );
    }, senderDelayMs);
  }
  // Only Apple's browsers have this property, and only they use launch images.
  if ('standalone' in navigator) {
    import('#features/pwa/startPictures.ts').then(
      ({ offerStartPictures }) => offerStartPictures(),
      () => undefined,
    );
  }
}
