import { destinationOf } from '../pages/navigate.ts';

/** Where the bank wants to see who pays, if that is what a payment or a card waits for; `null`: nothing to leave for. */
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
 * Shows the page of the card's bank in this window (money.md 4.5). `url` is one that the server has judged; the bank leads
 * back by itself.
 */
export function leaveForBank(url: string): void {
  location.assign(destinationOf(url, { external: true }, location.href).url);
}
