/** The effect of deposits of a bank slip on its order (money.md 4.9, 5.7). Whole yen. Pure. */

/** The effect of an observation of the gateway, and the state of the order after it. */
export type DepositState = {
  /** What has to be posted: deposits since the last posting; 0 for news that is known or older (R5). */
  posting: number;
  /** What has come in altogether. */
  received: number;
  /** What is still missing. */
  rest: number;
  /** Deposits above the price, which are owed back. */
  excess: number;
  isPaid: boolean;
};

/**
 * Compares the total that the gateway has seen for a slip with what is posted. Totals only grow: a smaller one is old
 * and changes nothing. So repeated and reordered notifications lead to the same result.
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
