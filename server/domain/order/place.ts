import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { type GuardianRow, type UserRow, users } from '../../db/schema/accounts.ts';
import { type OrderRow, orderItems, orders } from '../../db/schema/order.ts';
import { type CheckoutRow, checkouts, type Snapshot } from '../../db/schema/shop.ts';
import type { SubscriptionRow } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, notFound, unauthorized } from '../../errors.ts';
import { assertRoomForCard, startCard, startProof } from '../card/start.ts';
import { faceOf, sourceOf, usableCard } from '../card/use.ts';
import { lockCart, takeFromCart } from '../cart/store.ts';
import { confirmVersion } from '../checkout/confirmText.ts';
import { recompute } from '../checkout/freeze.ts';
import { isCardExpired } from '../checkout/store.ts';
import { holdCoupon } from '../coupon/holds.ts';
import { addressMissing, fileContractPapers } from '../document/contract.ts';
import { fullName } from '../guardian/store.ts';
import { askGuardianFor } from '../guardianOrder/ask.ts';
import { guardianMs, guardianRequired, guardianToAsk, needsGuardian } from '../guardianOrder/guardian.ts';
import { agreeByLimit, type GuardianLimit, limitFor } from '../guardianOrder/limit.ts';
import { noteTrial } from '../plan/trial.ts';
import { lockUser } from '../profile/store.ts';
import { startSubscription } from '../subscription/start.ts';
import { type PayWish, startAttempt } from './attempts.ts';
import { type Buyer, type OfferPayer, sealBuyer } from './buyer.ts';
import { assertCardOpen } from './cardLock.ts';
import { insertOrder } from './insert.ts';
import { lockOrder } from './lock.ts';
import { orderMail } from './mails.ts';
import { tokenExpired } from './retry.ts';
import { openSealed } from './sealed.ts';
import { becomePaid } from './settle.ts';
import { checkingElsewhere, findTwin } from './twins.ts';

/** Who orders what, and from where they agreed. */
export type PlaceAsk = {
  userId: number;
  checkoutId: string;
  /** Hash of the text that the buyer has read. */
  confirmHash: string;
  /** Their network (`hashNetwork`) and browser: evidence of who agreed, and with what. */
  from: string;
  browser: string;
};

/**
 * The offer has changed since the buyer agreed to it: nothing may be stored (money.md 4.3). It is thrown out of the
 * transaction; whoever catches it shows the changes and a new offer (`reoffer`).
 */
export class OfferChanged extends Error {
  override name = 'OfferChanged';
  /** The offer that was refused. */
  readonly checkout: CheckoutRow;

  constructor(checkout: CheckoutRow) {
    super('offer changed');
    this.checkout = checkout;
  }
}

/** The checkout, locked after the cart. Somebody else's checkout is not found. */
async function lockCheckout(tx: Tx, userId: number, checkoutId: string): Promise<CheckoutRow> {
  const isOwn = and(eq(checkouts.id, checkoutId), eq(checkouts.userId, userId));
  const [row] = await tx.select().from(checkouts).where(isOwn).for('update');
  if (!row) throw notFound();
  return row;
}

/** The order that was made of a checkout, or `null`. */
async function orderOf(tx: Tx, checkoutId: string): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.checkoutId, checkoutId)).for('update');
  return row ?? null;
}

/**
 * The guardian who is asked before an order of somebody under 18 is paid (money.md 4.11); `null`: no consent is needed.
 */
async function guardianOf(tx: Tx, user: UserRow, total: number, now: number): Promise<GuardianRow | null> {
  if (!needsGuardian(user, total, now)) return null;
  const guardian = await guardianToAsk(tx, user.id);
  if (!guardian) throw guardianRequired();
  return guardian;
}

/**
 * Checks early what `readBuyer` checks again under the lock. Otherwise the buyer would only learn that the offer has
 * changed.
 */
async function assertMayBuy(tx: Tx, userId: number, total: number, now: number): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user || user.withdrawn !== null) throw unauthorized();
  await guardianOf(tx, user, total, now);
}

/** The present offer, if it is still what was agreed to. */
async function assertSame(
  tx: Tx,
  deps: Deps,
  checkout: CheckoutRow,
  { confirmHash }: PlaceAsk,
): Promise<Snapshot> {
  if (checkout.expires.getTime() <= deps.clock.now())
    throw new ApiError(
      410,
      'checkout_expired',
      '確認画面の有効時間が過ぎました。ご注文は確定していません。もう一度、内容をご確認ください。',
    );
  const offer = confirmHash === checkout.confirmHash ? await recompute(tx, deps, checkout) : null;
  if (offer?.kind !== 'same') throw new OfferChanged(checkout);
  return offer.snapshot;
}

async function storeOrder(
  tx: Tx,
  deps: Deps,
  {
    checkout,
    snapshot,
    buyer,
    ask,
    subscription,
  }: {
    checkout: CheckoutRow;
    snapshot: Snapshot;
    buyer: Buyer;
    ask: PlaceAsk;
    subscription: SubscriptionRow | null;
  },
): Promise<OrderRow> {
  const now = new Date(deps.clock.now());
  const order = await insertOrder(tx, deps, {
    userId: ask.userId,
    checkoutId: checkout.id,
    kind: snapshot.isTrial ? 'trial' : 'sale',
    status: snapshot.needsGuardian ? 'awaiting_guardian' : 'confirmed',
    dueAt: snapshot.needsGuardian ? new Date(now.getTime() + guardianMs) : null,
    subtotal: snapshot.subtotal,
    discount: snapshot.discount,
    total: snapshot.total,
    couponId: snapshot.couponId,
    couponName: snapshot.couponName,
    method: snapshot.method,
    buyer: await sealBuyer(deps.keys, buyer),
    confirmText: checkout.confirmText,
    confirmHash: checkout.confirmHash,
    confirmVersion,
    agreedFrom: ask.from,
    agreedWith: ask.browser,
    subscriptionId: subscription?.id ?? null,
    isTest: deps.gateway.capabilities.kind === 'scripted',
    created: now,
    modified: now,
  });
  await tx.insert(orderItems).values(
    snapshot.items.map(
      ({ productId, type, name, courses, unitPrice, discountShare, paid, rate, accessDays }, place) => ({
        orderId: order.id,
        place,
        productId,
        type,
        name,
        courses,
        unitPrice,
        discountShare,
        paid,
        rate,
        accessDays,
      }),
    ),
  );
  return order;
}

/** How the order is to be paid. The token is taken out of the checkout here, because it can be used only once. */
async function wishOf(
  tx: Tx,
  deps: Deps,
  checkout: CheckoutRow,
  snapshot: Snapshot,
  buyer: Buyer,
): Promise<PayWish> {
  const { method, cvsCode, cardId } = snapshot;
  if (method === 'cvs' && cvsCode) return { buyer, method, cvsCode };
  if (method === 'bank') return { buyer, method };
  if (cardId !== null) {
    const card = await usableCard(tx, checkout.userId, cardId, deps.clock.now());
    const kept = sourceOf(card);
    if (kept) return { buyer, method: 'card', source: kept, cardId, card: faceOf(card), keepsCard: false };
  }
  const { token } = checkout;
  if (token === null || isCardExpired(checkout, deps.clock.now())) throw tokenExpired();
  const source = { token: await openSealed<string>(deps.keys, token) };
  await tx.update(checkouts).set({ token: null }).where(eq(checkouts.id, checkout.id));
  const keepsCard = snapshot.saveCard;
  return { buyer, method: 'card', source, cardId: null, card: snapshot.card, keepsCard };
}

/**
 * Reserves the coupon for the order. A buyer who comes too late sees the new price first; they never get an order at a
 * higher price (row 6).
 */
async function assertHeld(tx: Tx, checkout: CheckoutRow, order: OrderRow, userId: number): Promise<void> {
  if (order.couponId === null) return;
  const held = await holdCoupon(tx, { couponId: order.couponId, orderId: order.id, userId });
  if (held !== 'held') throw new OfferChanged(checkout);
}

/** The subscription that the order of a plan begins; `null` for goods. */
async function subscriptionFor(
  tx: Tx,
  deps: Deps,
  checkout: CheckoutRow,
  snapshot: Snapshot,
): Promise<SubscriptionRow | null> {
  const { plan } = snapshot;
  if (!plan) return null;
  const made = await startSubscription(tx, deps, checkout.userId, { ...snapshot, plan });
  if (!made) throw new OfferChanged(checkout);
  if (snapshot.cardId === null) await assertRoomForCard(tx, checkout.userId);
  return made;
}

/**
 * A trial begins when its card was checked, its owner has authenticated, and the card is kept (money.md 4.14 ② to ④),
 * whether the card is new or kept already. A buyer who has had a trial meanwhile first sees the offer without it.
 */
async function beginTrial(
  tx: Tx,
  deps: Deps,
  {
    order,
    subscription,
    checkout,
    buyer,
  }: { order: OrderRow; subscription: SubscriptionRow; checkout: CheckoutRow; buyer: Buyer },
): Promise<OrderRow> {
  const { userId, snapshot, token } = checkout;
  const { family } = subscription;
  if (!(await noteTrial(tx, deps, { userId, orderId: order.id, family }))) throw new OfferChanged(checkout);
  const now = deps.clock.now();
  const person = { email: buyer.email, phone: buyer.payer.phone };
  if (snapshot.cardId !== null) {
    const kept = await usableCard(tx, userId, snapshot.cardId, now);
    const source = sourceOf(kept);
    if (!source) throw new Error(`card ${kept.id} has no number at the gateway`);
    const secret = { source, ...person };
    await startProof(tx, deps, kept, { userId, from: order.agreedFrom, secret, orderId: order.id });
    return lockOrder(tx, order.id);
  }
  if (token === null || isCardExpired(checkout, now)) throw tokenExpired();
  const secret = { source: { token: await openSealed<string>(deps.keys, token) }, ...person };
  await tx.update(checkouts).set({ token: null }).where(eq(checkouts.id, checkout.id));
  await startCard(tx, deps, {
    userId,
    from: order.agreedFrom,
    face: { brand: snapshot.card?.brand ?? '', last4: snapshot.card?.last4 ?? '', expiry: '' },
    secret,
    wantsDefault: false,
    orderId: order.id,
    subscriptionId: subscription.id,
  });
  return lockOrder(tx, order.id);
}

/** The buyer, and the guardian who is asked before it is paid. */
type Ordering = {
  user: UserRow;
  buyer: Buyer;
  guardian: GuardianRow | null;
  /** The guardian's limit that approves the order; `null`: they are asked. */
  limit: GuardianLimit | null;
};

/** The buyer, locked last: so birth date, guardian and withdrawal cannot change in between (row 110). */
async function readBuyer(
  tx: Tx,
  deps: Deps,
  { checkout, ask, snapshot }: { checkout: CheckoutRow; ask: PlaceAsk; snapshot: Snapshot },
): Promise<Ordering> {
  const user = await lockUser(tx, ask.userId);
  if (user.withdrawn !== null) throw unauthorized();
  const guardian = await guardianOf(tx, user, snapshot.total, deps.clock.now());
  if ((guardian !== null) !== snapshot.needsGuardian) throw new OfferChanged(checkout);
  // The limit may have ended, or been set by another guardian, since the offer was computed again.
  const limit = guardian && (await limitFor(tx, guardian, snapshot, deps.clock.now()));
  if ((limit?.yen ?? null) !== (snapshot.guardianLimit ?? null)) throw new OfferChanged(checkout);
  const name = fullName(user);
  const { address, ...payer } = await openSealed<OfferPayer>(deps.keys, checkout.payer);
  // An offer that came to need papers when it was computed again was made without an address.
  if (snapshot.needsPapers && !address) throw new ApiError(409, 'document_pending', addressMissing);
  return {
    user,
    guardian,
    limit,
    buyer: {
      payer,
      email: user.email,
      name: name === user.email ? '' : name,
      ...(address && { address }),
    },
  };
}

/**
 * Asks the guardian of a buyer under 18, or tells them of an order that their limit has approved. Answers whether it is
 * paid now, as for every other buyer: only the guardian enters their own card, even if a limit has approved the order
 * (money.md 4.11).
 */
async function tellGuardian(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  { learner, guardian, limit }: { learner: UserRow } & Pick<Ordering, 'guardian' | 'limit'>,
): Promise<boolean> {
  if (!guardian) return true;
  if (limit) await agreeByLimit(tx, deps, order, { learner, guardian, limit });
  else await askGuardianFor(tx, deps, order, learner, guardian);
  return limit !== null && order.method !== 'card';
}

/**
 * Makes an order of a checkout (money.md 4.3): computes the offer again, reserves the coupon, stores the first attempt,
 * and takes what was ordered out of the cart. With nothing to pay, the order is paid at once (money.md 4.3a). A
 * checkout that is an order already answers that order, on every repeated call (rows 14–16, 22). The order of a buyer
 * under 18 waits for their guardian, with price and coupon held and without any attempt, unless the guardian's limit
 * approves it (money.md 4.11). Nothing is sent to the gateway here: kick the executor after the commit.
 *
 * @throws `OfferChanged`; 404; 410 `checkout_expired`; 403 `guardian_required`; 409 `payment_checking` with `order`,
 * `token_expired`, `method_closed`, `document_pending`; 429 `card_locked`. Nothing is stored then.
 */
export async function placeOrder(tx: Tx, deps: Deps, ask: PlaceAsk): Promise<OrderRow> {
  const now = deps.clock.now();
  await lockCart(tx, ask.userId, now);
  const checkout = await lockCheckout(tx, ask.userId, ask.checkoutId);
  const made = await orderOf(tx, checkout.id);
  if (made) return made;
  const twin = await findTwin(tx, ask.userId, checkout.snapshot.items);
  if (twin !== null) throw checkingElsewhere(twin);
  // A trial costs nothing yet, but it is a contract all the same.
  await assertMayBuy(tx, ask.userId, checkout.snapshot.plan?.price ?? checkout.snapshot.total, now);
  const snapshot = await assertSame(tx, deps, checkout, ask);
  const isOnlyWay = snapshot.planId !== null;
  if (snapshot.method === 'card' && !snapshot.needsGuardian)
    await assertCardOpen(tx, ask, now, { isOnlyWay });
  const { user, buyer, guardian, limit } = await readBuyer(tx, deps, { checkout, ask, snapshot });
  const subscription = await subscriptionFor(tx, deps, checkout, snapshot);
  const order = await storeOrder(tx, deps, { checkout, snapshot, buyer, ask, subscription });
  if (snapshot.needsPapers) await fileContractPapers(tx, deps, order, guardian ? 'outline' : 'both');
  await assertHeld(tx, checkout, order, ask.userId);
  const things = snapshot.items.map(({ productId }) => productId);
  await takeFromCart(tx, deps, ask.userId, things);
  if (subscription && snapshot.isTrial) return beginTrial(tx, deps, { order, subscription, checkout, buyer });
  if (snapshot.total === 0) {
    return becomePaid(tx, deps, order, new Date(now));
  }
  const told = { learner: user, guardian, limit };
  const isOpen = await tellGuardian(tx, deps, order, told);
  if (isOpen) {
    const wish = await wishOf(tx, deps, checkout, snapshot, buyer);
    await startAttempt(tx, deps, order, wish, { from: ask.from });
  }
  await orderMail(tx, deps, order, limit && !isOpen ? 'guardian_limit' : 'ordered');
  return lockOrder(tx, order.id);
}
