/** What goes back for a part of an order (money.md 5.6). Whole yen. Pure. */

/**
 * What is paid back for one item: what was paid for it, and for the last one all that is left, so that refunds of all
 * items are together exactly what was captured, and never more.
 *
 * @param captured yen captured for the order
 * @param refunded yen that refunds of this order take already
 * @param isLast whether no item is left after this one
 */
export function refundShare(item: {
  paid: number;
  captured: number;
  refunded: number;
  isLast: boolean;
}): number {
  const left = Math.max(0, item.captured - item.refunded);
  return item.isLast ? left : Math.min(item.paid, left);
}
