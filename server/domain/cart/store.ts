/**
 * Carts of members as rows. Everything that changes a cart does so under its lock, which is the first of all locks
 * (money.md 2).
 */
import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { type CartRow, cartItems, carts } from '../../db/schema/shop.ts';
import type { Deps } from '../../deps.ts';

/** A product in a cart; `seenPrice`: its price when its owner last changed the cart, `null`: not known. */
export type StoredItem = { id: number; productId: string; seenPrice: number | null };

export type StoredCart = Pick<CartRow, 'userId' | 'version' | 'couponId' | 'couponMode'> & {
  items: StoredItem[];
};

async function itemsOf(db: Db, userId: number): Promise<StoredItem[]> {
  return db
    .select({ id: cartItems.id, productId: cartItems.productId, seenPrice: cartItems.seenPrice })
    .from(cartItems)
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(cartItems.id));
}

function empty(userId: number): StoredCart {
  return { userId, version: 0, couponId: null, couponMode: 'auto', items: [] };
}

/** Somebody's cart as it is; one that was never filled is empty. */
export async function readCart(db: Db, userId: number): Promise<StoredCart> {
  const [cart] = await db.select().from(carts).where(eq(carts.userId, userId));
  return cart ? { ...cart, items: await itemsOf(db, userId) } : empty(userId);
}

/** Somebody's cart, made if need be and locked while `tx` runs. */
export async function lockCart(tx: Tx, userId: number, now: number): Promise<StoredCart> {
  await tx
    .insert(carts)
    .values({ userId, modified: new Date(now) })
    .onConflictDoNothing();
  const [cart] = await tx.select().from(carts).where(eq(carts.userId, userId)).for('update');
  if (!cart) throw new Error('cart vanished');
  return { ...cart, items: await itemsOf(tx, userId) };
}

/** What a change leaves in the cart. */
export type CartChange = {
  /** Rows that go. */
  removed: number[];
  added: { productId: string; price: number }[];
  /** Prices as their owner sees them from now on. */
  seen: { id: number; price: number }[];
  coupon: Pick<CartRow, 'couponId' | 'couponMode'>;
  version: number;
};

/** Stores a change of a locked cart. */
export async function changeCart(tx: Tx, userId: number, change: CartChange, now: number): Promise<void> {
  const at = new Date(now);
  if (change.removed.length > 0)
    await tx
      .delete(cartItems)
      .where(and(eq(cartItems.userId, userId), inArray(cartItems.id, change.removed)));
  for (const { id, price } of change.seen)
    await tx.update(cartItems).set({ seenPrice: price }).where(eq(cartItems.id, id));
  if (change.added.length > 0)
    await tx
      .insert(cartItems)
      .values(
        change.added.map(({ productId, price }) => ({ userId, productId, seenPrice: price, created: at })),
      );
  await tx
    .update(carts)
    .set({ ...change.coupon, version: change.version, modified: at })
    .where(eq(carts.userId, userId));
}

/**
 * Takes ordered products out of a cart; products that were added since then stay (money.md 7, row 5). The coupon of the
 * next order is chosen anew. For the transaction that stores the order.
 */
export async function takeFromCart(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  userId: number,
  productIds: readonly string[],
): Promise<void> {
  const now = deps.clock.now();
  const { items, version } = await lockCart(tx, userId, now);
  const removed = items.filter(({ productId }) => productIds.includes(productId)).map(({ id }) => id);
  if (removed.length === 0) return;
  const coupon = { couponId: null, couponMode: 'auto' } as const;
  await changeCart(tx, userId, { removed, added: [], seen: [], coupon, version: version + 1 }, now);
}

/** Days for which a cart that nobody touches is kept (money.md 2). */
const keptDays = 30;

/** Empties and deletes carts that nobody touched for so long. */
export async function sweepCarts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - keptDays * 86_400_000);
  await db.delete(carts).where(lt(carts.modified, before));
}
