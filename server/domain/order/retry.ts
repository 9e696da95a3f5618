import { eq } from 'drizzle-orm';
import type { PayMethod } from '#contracts/shopCart.ts';
import type { OrderRetryInput } from '#contracts/shopOrder.ts';
import type { Tx } from '../../db/client.ts';
import { type OrderItemRow, type OrderRow, orderItems, orders } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { assertRoomForCard } from '../card/start.ts';
import { faceOf, sourceOf, usableCard } from '../card/use.ts';
import { assertStore, methodProblem, timeProblem } from '../checkout/methods.ts';
import { assertShowable } from '../checkout/payerLetters.ts';
import { holdCoupon } from '../coupon/holds.ts';
import { findProducts } from '../product/find.ts';
import { ownedIn, readOwned } from '../product/owned.ts';
import { changeSubscription } from '../subscription/rows.ts';
import { lockAttempts, type PayWish, startAttempt } from './attempts.ts';
import { type Buyer, openBuyer, sealBuyer } from './buyer.ts';
import { assertCardOpen } from './cardLock.ts';
import { canRetry, isBusy, isOver, isSettled, liveAttempt } from './policy.ts';
import { stopAttempt } from './stop.ts';
import { checkingElsewhere, findTwin } from './twins.ts';

function notRetryable(detail: string): ApiError {
  return new ApiError(409, 'not_retryable', detail);
}

function checking(orderId: number): ApiError {
  return new ApiError(
    409,
    'payment_checking',
    'お支払い結果を確認しています。もう一度お支払いになる必要はありません。',
    { data: { order: String(orderId) } },
  );
}

/** The card has to be typed in once more; the order stays as it is (row 43). */
export function tokenExpired(): ApiError {
  const detail =
    'カード情報の有効時間が過ぎました。お手数ですが、もう一度入力してください。ご注文の内容は保存されています。';
  return new ApiError(409, 'token_expired', detail);
}

/**
 * Refuses a method that this sum or this installation does not allow, letters that it cannot show, and a missing store.
 */
function assertMethod(deps: Deps, { method, cvs_code, payer }: OrderRetryInput, total: number): void {
  const problem = methodProblem(deps, method, total);
  if (problem) throw problem;
  assertShowable(method, payer ?? null);
  if (method === 'cvs') assertStore(deps, cvs_code ?? null);
}

/**
 * How the new attempt is paid: by a kept card, or by a new one, which is kept for a plan. A plan is paid only by card.
 *
 * @throws 409 `token_expired`, `method_limit`, `card_limit`; 400 for a card that does not exist
 */
async function wishOf(
  tx: Tx,
  deps: Deps,
  { order, userId, input }: RetryAsk,
  buyer: Buyer,
): Promise<PayWish> {
  const isPlan = order.subscriptionId !== null;
  if (input.method === 'card') {
    const { card_id, gmo_token } = input;
    if (card_id !== undefined && card_id !== null) {
      const kept = await usableCard(tx, userId, card_id, deps.clock.now());
      const source = sourceOf(kept);
      if (isPlan && order.subscriptionId !== null)
        await changeSubscription(tx, deps, { id: order.subscriptionId }, { cardId: kept.id });
      if (source)
        return { buyer, method: 'card', source, cardId: kept.id, card: faceOf(kept), keepsCard: false };
    }
    if (!gmo_token) throw tokenExpired();
    if (isPlan) await assertRoomForCard(tx, userId);
    const card = input.card ? { brand: input.card.brand, last4: input.card.last4 } : null;
    return { buyer, method: 'card', source: { token: gmo_token }, cardId: null, card, keepsCard: isPlan };
  }
  if (isPlan) throw new ApiError(409, 'method_limit', '定期購入は、クレジットカードでお支払いください。');
  if (input.method === 'cvs' && input.cvs_code) return { buyer, method: 'cvs', cvsCode: input.cvs_code };
  return { buyer, method: 'bank' };
}

/**
 * The coupon is kept through all attempts of one order (money.md 4.2). If it was returned, it must be reserved again.
 */
async function assertCoupon(tx: Tx, order: OrderRow, userId: number): Promise<void> {
  if (order.couponId === null) return;
  const held = await holdCoupon(tx, { couponId: order.couponId, orderId: order.id, userId });
  if (held === 'held') return;
  const detail =
    'クーポンが使えなくなったため、この注文の金額ではお支払いいただけません。お手数ですが、カートに入れ直してご注文ください。';
  throw new ApiError(409, 'coupon_gone', detail);
}

/** Stores a new payer, if one was given. */
async function changeBuyer(tx: Tx, deps: Deps, order: OrderRow, { payer }: OrderRetryInput): Promise<Buyer> {
  const known = await openBuyer(deps.keys, order);
  if (!payer) return known;
  const buyer = { ...known, payer };
  await tx
    .update(orders)
    .set({ buyer: await sealBuyer(deps.keys, buyer) })
    .where(eq(orders.id, order.id));
  return buyer;
}

function itemsOf(tx: Tx, orderId: number): Promise<OrderItemRow[]> {
  return tx.select().from(orderItems).where(eq(orderItems.orderId, orderId));
}

/** Things that were bought in another order meanwhile are not paid twice. */
async function assertNotOwned(
  tx: Tx,
  userId: number,
  items: OrderItemRow[],
  { method, now }: { method: PayMethod; now: number },
): Promise<void> {
  const ids = items.map(({ productId }) => productId);
  const products = [...(await findProducts(tx, ids, now)).values()];
  const owned = await readOwned(tx, userId, products, now);
  if (products.some((product) => ownedIn(owned, product).isOwned))
    throw new ApiError(
      409,
      'already_owned',
      '購入済みの商品が含まれているため、この注文はお支払いいただけません。',
    );
  if (products.some(({ exam }) => exam?.until != null && exam.until.getTime() <= now))
    throw new ApiError(
      409,
      'not_on_sale',
      '受験期間が終わった模試のため、この注文はお支払いいただけません。',
    );
  const late = timeProblem(method, products, now);
  if (late) throw late;
}

export type RetryAsk = {
  order: OrderRow;
  userId: number;
  /** The network it is asked from (`hashNetwork`). */
  from: string;
  input: OrderRetryInput;
};

/**
 * Tries again to pay an order, in the same or another way (money.md 4.12). If it was paid meanwhile, nothing happens;
 * its state shows that. A slip is canceled first, and the new attempt begins when the result is known; if the slip was
 * paid in between, that payment counts. Throws 409 `not_retryable`, `payment_checking` (with `order`), `coupon_gone`,
 * `method_limit`, `method_closed`, `already_owned`, `not_on_sale`, `token_expired`, `card_limit`; 429 `card_locked`. The
 * caller holds the locks of the buyer's cart and of the order, and kicks the executor after the commit.
 */
export async function retryOrder(
  tx: Tx,
  deps: Deps,
  { order, userId, from, input }: RetryAsk,
): Promise<void> {
  if (isSettled(order.status)) return;
  if (isOver(order.status))
    throw notRetryable('この注文は期限切れか、取り消し済みです。お手数ですが、カートに入れ直してください。');
  const attempts = await lockAttempts(tx, order.id);
  const running = liveAttempt(attempts);
  if (!canRetry(order, attempts))
    throw isBusy(attempts) ? checking(order.id) : notRetryable('この注文は、いまはお支払いいただけません。');
  assertMethod(deps, input, order.total);
  const items = await itemsOf(tx, order.id);
  const twin = await findTwin(tx, userId, items, order.id);
  if (twin !== null) throw checkingElsewhere(twin);
  await assertNotOwned(tx, userId, items, { method: input.method, now: deps.clock.now() });
  const isOnlyWay = order.subscriptionId !== null;
  if (input.method === 'card') await assertCardOpen(tx, { userId, from }, deps.clock.now(), { isOnlyWay });
  const buyer = await changeBuyer(tx, deps, order, input);
  const wish = await wishOf(tx, deps, { order, userId, from, input }, buyer);
  if (running) {
    await stopAttempt(tx, deps, running, { kind: 'retry', wish, from });
    return;
  }
  await startAttempt(tx, deps, order, wish, { from });
  await assertCoupon(tx, order, userId);
}
