import { destinationOf } from '../pages/navigate.ts';

/** The bank's page if a payment or a card waits for the bank's identity check; `null`: no such page. */
export function bankPageOf({
  next,
  redirect_url,
}: {
  next: string;
  redirect_url: string | null;
}): string | null {
  return next === '3ds' && redirect_url !== null && /^https?:\/\//.test(redirect_url) ? redirect_url : null;
}

/**
 * Shows the page of the card's bank in this window (money.md 4.5). The server has checked `url`; the bank leads back
 * automatically.
 */
export function leaveForBank(url: string): void {
  location.assign(destinationOf(url, { external: true }, location.href).url);
}
