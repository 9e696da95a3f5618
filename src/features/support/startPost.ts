import { hasGuestWork } from '#features/support/guestWork.ts';

/**
 * Sends a letter that a guest wrote without a network, from whatever page is opened next. Without such a letter it
 * loads nothing.
 */
export function sendGuestLetters(): void {
  if (!hasGuestWork()) return;
  import('./guestPost.ts')
    .then(({ startGuestPost }) => startGuestPost())
    .catch((error: unknown) => console.warn('letters: not sent', error));
}
