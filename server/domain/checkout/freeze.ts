/** An offer that is frozen, and whether it is still the same when it is ordered (money.md 4.3). */
import type { PayMethod } from '#contracts/shopCart.ts';
import type { ConfirmBlock, CvsCode, PayerInput } from '#contracts/shopCheckout.ts';
import type { Tx } from '../../db/client.ts';
import type { CheckoutRow, Snapshot } from '../../db/schema/shop.ts';
import type { Deps } from '../../deps.ts';

/** What a buyer wants to order, and how it is to be paid. */
export type Wish = {
  userId: number;
  /** In the order of the cart. */
  productIds: readonly string[];
  /** The one that counts in the cart; `null`: none. */
  couponId: number | null;
  method: PayMethod;
  payer: PayerInput;
  cvsCode: CvsCode | null;
  cardId: number | null;
  card: { brand: string; last4: string } | null;
  saveCard: boolean;
  /** When it is shown (epoch milliseconds): dates in the text are told from here. */
  offeredAt: number;
};

/** An offer as its order will keep it. `hash` is of the text and of its template's version. */
export type Frozen = { snapshot: Snapshot; confirm: ConfirmBlock[]; hash: string };

/** One of the six items that reads otherwise now. */
export type Change = { title: string; before: string; after: string };

/**
 * `same`: it may be ordered as it stands in `snapshot`, the frozen one. `changed`: nothing may be stored; `frozen` is what
 * can be had now, `null` when nothing of it can, or not by this method.
 */
export type Recomputed =
  | { kind: 'same'; snapshot: Snapshot }
  | { kind: 'changed'; changes: Change[]; frozen: Frozen | null; couponGone: boolean };

/**
 * Freezes what a buyer wants, at the prices of now. Refuses what cannot be ordered with an `ApiError`: `cart_empty`,
 * `not_on_sale`, `already_owned`, `method_limit`, `method_closed`, `guardian_required`, `document_pending`.
 */
export declare function freeze(tx: Tx, deps: Deps, wish: Wish): Promise<Frozen>;

/**
 * Computes a stored offer again from the rows of now, for the transaction that orders it: call it after the locks of cart
 * and checkout, before anything is stored. `ownOrder`: an order of this offer that holds its coupon already (a guardian
 * approves it days later), so that its own hold does not count against it.
 */
export declare function recompute(
  tx: Tx,
  deps: Deps,
  checkout: CheckoutRow,
  options?: { ownOrder?: number },
): Promise<Recomputed>;
