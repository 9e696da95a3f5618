/** What deposits of a bank slip mean for its order (money.md 4.9, 5.7). Whole yen. Pure. */

/** What an observation of the gateway changes, and how the order stands then. */
export type DepositState = {
  /** What has to be posted: what came in since the last posting; 0 for news that is known or older (R5). */
  posting: number;
  /** What has come in altogether. */
  received: number;
  /** What is still missing. */
  rest: number;
  /** What came in above the price, owed back. */
  excess: number;
  isPaid: boolean;
};

/**
 * Judges the total that the gateway has seen for a slip against what is posted. Totals only grow: a smaller one is old
 * news and changes nothing, so double and disordered notifications come to the same end.
 */
export function depositState(price: number, posted: number, seenTotal: number): DepositState {
  const received = Math.max(posted, seenTotal);
  return {
    posting: received - posted,
    received,
    rest: Math.max(0, price - received),
    excess: Math.max(0, received - price),
    isPaid: received >= price,
  };
}
