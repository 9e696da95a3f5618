import { hasGuestWork } from '#features/support/guestWork.ts';

/** A letter that a guest wrote without a network goes out from whatever page is opened next; else this costs nothing. */
export function sendGuestLetters(): void {
  if (!hasGuestWork()) return;
  import('./guestPost.ts')
    .then(({ startGuestPost }) => startGuestPost())
    .catch((error: unknown) => console.warn('letters: not sent', error));
}
