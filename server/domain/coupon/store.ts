/** Coupons in people's hands: public ones, those taken by a code, and how they were used. */
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { couponHolds } from '../../db/schema/order.ts';
import { coupons, couponWallets } from '../../db/schema/shop.ts';
import type { CouponUse, HeldCoupon } from './judge.ts';

/** The person; `null`: a guest. */
type Who = number | null;

/** The states in which a person has a coupon in an order. */
const taken = inArray(couponHolds.state, ['reserved', 'used']);

async function usesOf(db: Db, userId: Who, couponIds: number[]): Promise<Map<number, CouponUse>> {
  if (userId === null || couponIds.length === 0) return new Map();
  const rows = await db
    .select({ couponId: couponHolds.couponId, state: couponHolds.state })
    .from(couponHolds)
    .where(and(eq(couponHolds.userId, userId), inArray(couponHolds.couponId, couponIds), taken));
  return new Map(rows.map((row) => [row.couponId, row.state === 'used' ? 'used' : 'reserved']));
}

async function heldWhere(db: Db, userId: Who, where: SQL | undefined): Promise<HeldCoupon[]> {
  const rows = await db.select().from(coupons).where(where).orderBy(asc(coupons.id));
  const uses = await usesOf(
    db,
    userId,
    rows.map(({ id }) => id),
  );
  return rows.map((coupon) => ({ coupon, use: uses.get(coupon.id) ?? 'free' }));
}

const isPublic = and(eq(coupons.isPublic, true), isNull(coupons.withdrawn));

/** In somebody's wallet: public, taken in by its code, or in one of their orders. A guest has the public ones. */
function isInWallet(userId: Who): SQL | undefined {
  if (userId === null) return isPublic;
  const claimed = sql`exists (select 1 from ${couponWallets}
    where ${couponWallets.couponId} = ${coupons.id} and ${couponWallets.userId} = ${userId})`;
  const ordered = sql`exists (select 1 from ${couponHolds}
    where ${couponHolds.couponId} = ${coupons.id} and ${couponHolds.userId} = ${userId} and ${taken})`;
  return or(isPublic, claimed, ordered);
}

/** Everything in somebody's wallet, also used and expired coupons. */
export function walletOf(db: Db, userId: Who): Promise<HeldCoupon[]> {
  return heldWhere(db, userId, isInWallet(userId));
}

/**
 * A coupon of somebody's wallet by its number, or `null`. Numbers can be guessed, so they give no access to other
 * coupons.
 */
export async function findInWallet(db: Db, userId: Who, couponId: number): Promise<HeldCoupon | null> {
  const [held] = await heldWhere(db, userId, and(eq(coupons.id, couponId), isInWallet(userId)));
  return held ?? null;
}

/** A coupon by its number, whoever has it: for a cart or a checkout that has chosen it before. */
export async function findChosen(db: Db, userId: Who, couponId: number): Promise<HeldCoupon | null> {
  const [held] = await heldWhere(db, userId, eq(coupons.id, couponId));
  return held ?? null;
}

/** A coupon by its code as `tidyCouponCode` makes it. Call it only through `couponByCode`, which counts wrong codes. */
export async function findByCode(db: Db, userId: Who, code: string): Promise<HeldCoupon | null> {
  const [held] = await heldWhere(db, userId, eq(coupons.code, code));
  return held ?? null;
}

/** Puts a coupon into somebody's wallet, only once. Answers whether it is new there. */
export async function keepInWallet(tx: Tx, userId: number, couponId: number, now: number): Promise<boolean> {
  const made = await tx
    .insert(couponWallets)
    .values({ userId, couponId, created: new Date(now) })
    .onConflictDoNothing()
    .returning({ couponId: couponWallets.couponId });
  return made.length > 0;
}
