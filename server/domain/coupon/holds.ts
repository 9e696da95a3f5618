/**
 * Coupons that orders hold (money.md 4.2). Each function answers what happened and throws nothing. The caller runs it
 * in the transaction that makes, pays or ends the order, under the order's lock.
 */
import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { couponHolds } from '../../db/schema/order.ts';
import { coupons } from '../../db/schema/shop.ts';

/** `gone`: nobody can have it any more · `already_used`: this person uses it in another order. */
export type HoldResult = 'held' | 'gone' | 'already_used';

/**
 * Takes one coupon of those that are left; a coupon without a limit is not written to. Answers whether there was one.
 */
async function takeOne(tx: Tx, couponId: number): Promise<boolean> {
  const taken = await tx
    .update(coupons)
    .set({ remaining: sql`${coupons.remaining} - 1` })
    .where(and(eq(coupons.id, couponId), isNull(coupons.withdrawn), gt(coupons.remaining, 0)))
    .returning({ id: coupons.id });
  if (taken.length > 0) return true;
  const unlimited = await tx
    .select({ id: coupons.id })
    .from(coupons)
    .where(and(eq(coupons.id, couponId), isNull(coupons.withdrawn), isNull(coupons.remaining)));
  return unlimited.length > 0;
}

async function giveOneBack(tx: Tx, couponId: number): Promise<void> {
  await tx
    .update(coupons)
    .set({ remaining: sql`${coupons.remaining} + 1` })
    .where(and(eq(coupons.id, couponId), isNotNull(coupons.remaining)));
}

/** Whether the person has it in another order that was not given up. */
async function isUsedElsewhere(tx: Tx, couponId: number, userId: number, orderId: number): Promise<boolean> {
  const rows = await tx
    .select({ orderId: couponHolds.orderId })
    .from(couponHolds)
    .where(
      and(
        eq(couponHolds.couponId, couponId),
        eq(couponHolds.userId, userId),
        inArray(couponHolds.state, ['reserved', 'used']),
      ),
    );
  return rows.some((row) => row.orderId !== orderId);
}

/**
 * Reserves a coupon for an order that was just stored, or again for an order that had returned it. Two people who take
 * the last one wait for each other at the coupon's row. One person who takes it in two tabs waits at the unique index.
 * Unless it answers `held`, nothing is stored. If this order holds it already: `held`, and nothing changes.
 */
export async function holdCoupon(
  tx: Tx,
  { couponId, orderId, userId }: { couponId: number; orderId: number; userId: number },
): Promise<HoldResult> {
  const [own] = await tx.select().from(couponHolds).where(eq(couponHolds.orderId, orderId)).for('update');
  if (own && own.state !== 'returned') return own.couponId === couponId ? 'held' : 'already_used';
  if (await isUsedElsewhere(tx, couponId, userId, orderId)) return 'already_used';
  if (!(await takeOne(tx, couponId))) return 'gone';
  if (own) await tx.delete(couponHolds).where(eq(couponHolds.id, own.id));
  const held = await tx
    .insert(couponHolds)
    .values({ couponId, orderId, userId, state: 'reserved' })
    .onConflictDoNothing()
    .returning({ id: couponHolds.id });
  if (held.length > 0) return 'held';
  await giveOneBack(tx, couponId);
  return 'already_used';
}

/** The order is paid: its coupon is used for good. Answers whether it held one. */
export async function useCoupon(tx: Tx, orderId: number): Promise<boolean> {
  const used = await tx
    .update(couponHolds)
    .set({ state: 'used' })
    .where(and(eq(couponHolds.orderId, orderId), eq(couponHolds.state, 'reserved')))
    .returning({ id: couponHolds.id });
  return used.length > 0;
}

/**
 * The order ends unpaid: its coupon is free again. Several callers at the same time return it exactly once, because
 * only the update that turns `reserved` into `returned` gives one back. Answers whether it was this call.
 */
export async function returnCoupon(tx: Tx, orderId: number): Promise<boolean> {
  const [returned] = await tx
    .update(couponHolds)
    .set({ state: 'returned' })
    .where(and(eq(couponHolds.orderId, orderId), eq(couponHolds.state, 'reserved')))
    .returning({ couponId: couponHolds.couponId });
  if (!returned) return false;
  await giveOneBack(tx, returned.couponId);
  return true;
}
