/** What is paid back for a part of an order (money.md 5.6). Whole yen. Pure. */

/**
 * What is paid back for one item: what was paid for it. For the last item it is all that is left, so that the refunds
 * of all items add up to exactly what was captured.
 *
 * @param captured yen captured for the order
 * @param refunded yen of this order's refunds so far
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
