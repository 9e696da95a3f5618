/** A person's coupons beside a cart: what each does there, in the order in which they are shown (money.md 4.2). */
import type { Db } from '../../db/client.ts';
import { couponLine } from '../cart/price.ts';
import type { ChosenCoupon } from '../cart/view.ts';
import type { Product } from '../product/find.ts';
import { bestOf, type HeldCoupon, judgeCoupon } from './judge.ts';
import { walletOf } from './store.ts';

const places = { usable: 0, not_applicable: 1, used: 2, expired: 3 } as const;

function byUse(one: ChosenCoupon, other: ChosenCoupon): number {
  const endOf = ({ held }: ChosenCoupon) => held.coupon.expiresAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return (
    places[one.verdict.status] - places[other.verdict.status] ||
    Number(other.isBest) - Number(one.isBest) ||
    (other.verdict.saving ?? 0) - (one.verdict.saving ?? 0) ||
    endOf(one) - endOf(other) ||
    one.held.coupon.id - other.held.coupon.id
  );
}

/** Judges coupons for the products of a cart and marks the one that saves most. */
export function judgeAll(
  held: readonly HeldCoupon[],
  products: readonly Product[],
  now: number,
): ChosenCoupon[] {
  const lines = products.map(couponLine);
  const best = bestOf(held, lines, now);
  return held
    .map((one) => ({ held: one, verdict: judgeCoupon(one, lines, now), isBest: one === best }))
    .sort(byUse);
}

/** Somebody's whole wallet for the products of their cart; a guest's (`null`) is what everybody has. */
export async function judgedWallet(
  db: Db,
  userId: number | null,
  products: readonly Product[],
  now: number,
): Promise<ChosenCoupon[]> {
  return judgeAll(await walletOf(db, userId), products, now);
}
