/** Frozen offers as rows (money.md 4.3). The payer and the card's token are sealed. */
import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, lt, notExists } from 'drizzle-orm';
import { checkoutMinutes, type PayerInput } from '#contracts/shopCheckout.ts';
import type { Db, Tx } from '../../db/client.ts';
import { orders } from '../../db/schema/order.ts';
import { type CheckoutRow, checkouts } from '../../db/schema/shop.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { Buyer, OfferPayer } from '../order/buyer.ts';
import { sealValue } from '../order/sealed.ts';
import { type Change, type Frozen, recompute } from './freeze.ts';

const lifetime = checkoutMinutes * 60_000;
/** Days for which an offer is kept that nobody took (money.md 2). */
const keptDays = 30;

/** What is stored with a frozen offer. */
export type NewCheckout = {
  userId: number;
  cartVersion: number | null;
  frozen: Frozen;
  payer: PayerInput;
  /** Kept only with an offer that needs contract papers. */
  address?: Buyer['address'];
  /** As the card frame gave it; deleted where no card is charged. */
  token: string | null;
};

/** Stores an offer that is valid for 25 minutes from now. */
export async function storeCheckout(tx: Tx, deps: Deps, made: NewCheckout): Promise<CheckoutRow> {
  const { keys } = deps;
  const { method, needsGuardian, needsPapers } = made.frozen.snapshot;
  const payer: OfferPayer =
    needsPapers && made.address ? { ...made.payer, address: made.address } : made.payer;
  // A guardian who is asked first pays later, with a card of their own.
  const token = method === 'card' && !needsGuardian ? made.token : null;
  const now = deps.clock.now();
  return insert(tx, now, {
    userId: made.userId,
    cartVersion: made.cartVersion,
    ...columnsOf(made.frozen),
    payer: await sealValue(keys, payer),
    token: token === null ? null : await sealValue(keys, token),
    tokenAt: token === null ? null : new Date(now),
  });
}

function columnsOf({ snapshot, confirm, hash }: Frozen) {
  return { snapshot, confirmText: confirm, confirmHash: hash };
}

type Columns = Omit<CheckoutRow, 'id' | 'created' | 'expires'>;

async function insert(tx: Tx, now: number, columns: Columns): Promise<CheckoutRow> {
  const [row] = await tx
    .insert(checkouts)
    .values({ ...columns, id: randomUUID(), created: new Date(now), expires: new Date(now + lifetime) })
    .returning();
  if (!row) throw new Error('checkout was not stored');
  return row;
}

/** Somebody's own offer with the order that was made of it, or `null`. */
export async function findCheckout(
  db: Db,
  userId: number,
  id: string,
): Promise<{ checkout: CheckoutRow; orderId: number | null } | null> {
  const [found] = await db
    .select({ checkout: checkouts, orderId: orders.id })
    .from(checkouts)
    .leftJoin(orders, eq(orders.checkoutId, checkouts.id))
    .where(and(eq(checkouts.id, id), eq(checkouts.userId, userId)));
  return found ?? null;
}

/** Somebody's own offer. 404 for every other. */
export async function ownCheckout(db: Db, userId: number, id: string): Promise<CheckoutRow> {
  const isOwn = and(eq(checkouts.id, id), eq(checkouts.userId, userId));
  const [row] = await db.select().from(checkouts).where(isOwn).limit(1);
  if (!row) throw notFound();
  return row;
}

/** Whether the offer needs a card's token that cannot be sent any more; a saved card needs none (money.md 6). */
export function isCardExpired({ snapshot, token, tokenAt }: CheckoutRow, now: number): boolean {
  if (snapshot.method !== 'card' || snapshot.cardId !== null || snapshot.needsGuardian) return false;
  return token === null || tokenAt === null || now >= tokenAt.getTime() + lifetime;
}

/** What a buyer is shown instead of an offer that has changed. */
export type Reoffer = { changes: Change[]; couponGone: boolean; checkout: CheckoutRow | null };

/**
 * Makes a present offer out of one that was refused as changed. It runs in a transaction of its own, because that of
 * the order stored nothing. The payer and a token that is not too old are copied, so that nothing has to be typed
 * again. When nothing has changed after all (a coupon came back meanwhile), the same offer is shown again.
 */
export async function reoffer(tx: Tx, deps: Deps, old: CheckoutRow): Promise<Reoffer> {
  const now = deps.clock.now();
  const result = await recompute(tx, deps, old);
  if (result.kind === 'same') return { changes: [], couponGone: false, checkout: old };
  const { changes, couponGone, frozen } = result;
  if (frozen === null) return { changes, couponGone, checkout: null };
  const { method, needsGuardian } = frozen.snapshot;
  const keepsToken = method === 'card' && !needsGuardian && !isCardExpired(old, now);
  const checkout = await insert(tx, now, {
    userId: old.userId,
    cartVersion: old.cartVersion,
    ...columnsOf(frozen),
    payer: old.payer,
    token: keepsToken ? old.token : null,
    tokenAt: keepsToken ? old.tokenAt : null,
  });
  return { changes, couponGone, checkout };
}

/**
 * Makes an offer valid for another 25 minutes, under the same name, when it can still be ordered as it is; else makes
 * the present offer, as `reoffer` does (money.md 6). This does not prolong the life of a card's token.
 */
export async function renewCheckout(tx: Tx, deps: Deps, old: CheckoutRow): Promise<Reoffer> {
  const offer = await reoffer(tx, deps, old);
  if (offer.checkout?.id !== old.id) return offer;
  const expires = new Date(deps.clock.now() + lifetime);
  const [checkout] = await tx.update(checkouts).set({ expires }).where(eq(checkouts.id, old.id)).returning();
  return { ...offer, checkout: checkout ?? null };
}

/**
 * Deletes tokens that cannot be sent any more, and offers that nobody took. One that became an order stays: a page of it
 * that is opened again leads to the order.
 */
export async function sweepCheckouts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const isOld = and(isNotNull(checkouts.token), lt(checkouts.tokenAt, new Date(now - lifetime)));
  await db.update(checkouts).set({ token: null }).where(isOld);
  const hasOrder = db.select({ id: orders.id }).from(orders).where(eq(orders.checkoutId, checkouts.id));
  const isPast = lt(checkouts.created, new Date(now - keptDays * 86_400_000));
  await db.delete(checkouts).where(and(isPast, notExists(hasOrder)));
}
