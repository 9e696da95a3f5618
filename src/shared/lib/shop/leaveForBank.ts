import { destinationOf } from '../pages/navigate.ts';

/**
 * Shows the page of the card's bank in this window (money.md 4.5). `url` is one that the server has judged; the bank leads
 * back by itself.
 */
export function leaveForBank(url: string): void {
  location.assign(destinationOf(url, { external: true }, location.href).url);
}
