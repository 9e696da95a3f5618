import { and, eq } from 'drizzle-orm';
import type { PayerInput } from '#contracts/shopCheckout.ts';
import type { Tx } from '../../db/client.ts';
import { type UserRow, users } from '../../db/schema/accounts.ts';
import { type OrderRow, orderItems, orders } from '../../db/schema/order.ts';
import { type CheckoutRow, checkouts, type Snapshot } from '../../db/schema/shop.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, notFound, unauthorized } from '../../errors.ts';
import { lockCart, takeFromCart } from '../cart/store.ts';
import { confirmVersion } from '../checkout/confirmText.ts';
import { recompute } from '../checkout/freeze.ts';
import { isCardExpired } from '../checkout/store.ts';
import { holdCoupon } from '../coupon/holds.ts';
import { fileContractPapers } from '../document/contract.ts';
import { fullName } from '../guardian/store.ts';
import { isMinor } from '../profile/age.ts';
import { lockUser } from '../profile/store.ts';
import { type PayWish, startAttempt } from './attempts.ts';
import { type Buyer, sealBuyer } from './buyer.ts';
import { assertCardOpen } from './cardLock.ts';
import { lockOrder } from './lock.ts';
import { orderMail } from './mails.ts';
import { newOrderNo } from './number.ts';
import { tokenExpired } from './retry.ts';
import { openSealed } from './sealed.ts';
import { becomePaid } from './settle.ts';
import { checkingElsewhere, findTwin } from './twins.ts';

/** Who orders what, and from where they said so. */
export type PlaceAsk = {
  userId: number;
  checkoutId: string;
  /** Of the text that the buyer has read. */
  confirmHash: string;
  /** Their network (`hashNetwork`) and browser: who agreed, and with what. */
  from: string;
  browser: string;
};

/**
 * The offer reads otherwise now than what the buyer agreed to: nothing may be stored (money.md 4.3). Thrown out of the
 * transaction; who catches it shows what has changed and a new offer (`reoffer`).
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

/** The checkout, locked after the cart; somebody else's is not found. */
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
 * Refuses who is under 18 (money.md 4.11): what a guardian has to agree to before is decided here and nowhere else. What
 * costs nothing is free to everybody.
 */
function assertOfAge({ birthDate }: UserRow, total: number, now: number): void {
  if (total === 0 || !isMinor(birthDate, now)) return;
  throw new ApiError(
    403,
    'guardian_required',
    '18歳未満の方のご購入には、保護者の方のお手続きが必要です。保護者の方のアカウントでご購入ください。',
  );
}

/** Says early what `readBuyer` makes sure of under the lock: an offer would only be called changed. */
async function assertMayBuy(tx: Tx, userId: number, total: number, now: number): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user || user.withdrawn !== null) throw unauthorized();
  assertOfAge(user, total, now);
}

/** The offer as it stands now, if it is what was agreed to. */
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

/** Stores the order under a number that nobody has. */
async function insertOrder(
  tx: Tx,
  deps: Deps,
  row: Omit<typeof orders.$inferInsert, 'orderNo'>,
): Promise<OrderRow> {
  for (let turn = 0; turn < 5; turn += 1) {
    const [order] = await tx
      .insert(orders)
      .values({ ...row, orderNo: newOrderNo(deps.clock.now()) })
      .onConflictDoNothing({ target: orders.orderNo })
      .returning();
    if (order) return order;
  }
  throw new Error('no free order number');
}

async function storeOrder(
  tx: Tx,
  deps: Deps,
  {
    checkout,
    snapshot,
    buyer,
    ask,
  }: { checkout: CheckoutRow; snapshot: Snapshot; buyer: Buyer; ask: PlaceAsk },
): Promise<OrderRow> {
  const now = new Date(deps.clock.now());
  const order = await insertOrder(tx, deps, {
    userId: ask.userId,
    checkoutId: checkout.id,
    kind: snapshot.isTrial ? 'trial' : 'sale',
    status: 'confirmed',
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

/** How the order is to be paid. The token leaves the checkout here: it is used once. */
async function wishOf(
  tx: Tx,
  deps: Deps,
  checkout: CheckoutRow,
  snapshot: Snapshot,
  buyer: Buyer,
): Promise<PayWish> {
  const { method, cvsCode } = snapshot;
  if (method === 'cvs' && cvsCode) return { buyer, method, cvsCode };
  if (method === 'bank') return { buyer, method };
  const { token } = checkout;
  if (token === null || isCardExpired(checkout, deps.clock.now())) throw tokenExpired();
  const source = { token: await openSealed<string>(deps.keys, token) };
  await tx.update(checkouts).set({ token: null }).where(eq(checkouts.id, checkout.id));
  return { buyer, method: 'card', source, cardId: null, card: snapshot.card, keepsCard: false };
}

/** Reserves the coupon for the order; who comes too late sees the new price first, never a dearer order (row 6). */
async function assertHeld(tx: Tx, checkout: CheckoutRow, order: OrderRow, userId: number): Promise<void> {
  if (order.couponId === null) return;
  const held = await holdCoupon(tx, { couponId: order.couponId, orderId: order.id, userId });
  if (held !== 'held') throw new OfferChanged(checkout);
}

/** Who ordered, locked last: neither birth date nor withdrawal can slip in between (row 110). */
async function readBuyer(
  tx: Tx,
  deps: Deps,
  { checkout, ask, total }: { checkout: CheckoutRow; ask: PlaceAsk; total: number },
): Promise<Buyer> {
  const user = await lockUser(tx, ask.userId);
  if (user.withdrawn !== null) throw unauthorized();
  assertOfAge(user, total, deps.clock.now());
  const name = fullName(user);
  return {
    payer: await openSealed<PayerInput>(deps.keys, checkout.payer),
    email: user.email,
    name: name === user.email ? '' : name,
  };
}

/**
 * Makes an order of a checkout (money.md 4.3): the offer is computed again, the coupon reserved, the first attempt stored,
 * and what was ordered leaves the cart; with nothing to pay it is paid at once (money.md 4.3a). A checkout that is an
 * order already answers that order, whoever asks again and however (rows 14–16, 22). Nothing is said to the gateway here:
 * kick the executor after the commit.
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
  await assertMayBuy(tx, ask.userId, checkout.snapshot.total, now);
  const snapshot = await assertSame(tx, deps, checkout, ask);
  if (snapshot.method === 'card') await assertCardOpen(tx, ask, now);
  const buyer = await readBuyer(tx, deps, { checkout, ask, total: snapshot.total });
  const order = await storeOrder(tx, deps, { checkout, snapshot, buyer, ask });
  if (snapshot.needsPapers) await fileContractPapers(tx, deps, order);
  await assertHeld(tx, checkout, order, ask.userId);
  const things = snapshot.items.map(({ productId }) => productId);
  await takeFromCart(tx, deps, ask.userId, things);
  if (snapshot.total === 0) {
    return becomePaid(tx, deps, order, new Date(now));
  }
  await startAttempt(tx, deps, order, await wishOf(tx, deps, checkout, snapshot, buyer));
  await orderMail(tx, deps, order, 'ordered');
  return lockOrder(tx, order.id);
}
