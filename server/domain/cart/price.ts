/** What the things in a cart cost together (money.md 5). Whole yen. Pure. */
import type { HeldCoupon, Verdict } from '../coupon/judge.ts';
import { judgeCoupon } from '../coupon/judge.ts';
import { type RateSum, taxByRate } from '../money/tax.ts';
import type { Product } from '../product/find.ts';

export type Pricing = {
  subtotal: number;
  discount: number;
  /** What the coupon takes off each product, in their order. */
  shares: number[];
  total: number;
  /** Per rate of tax; each is rounded once. */
  taxes: RateSum[];
  /** Tax inside the total. */
  tax: number;
};

/** A product as a coupon sees it. */
export function couponLine({ id, price, isSubscription }: Product) {
  return { productId: id, price, isSubscription };
}

/** The effect of a chosen coupon on these products; `null` without one. */
export function judgeFor(held: HeldCoupon | null, products: readonly Product[], now: number): Verdict | null {
  return held && judgeCoupon(held, products.map(couponLine), now);
}

/** Sums of the products, minus what the verdict on a coupon takes off. */
export function priceOf(products: readonly Product[], verdict: Verdict | null): Pricing {
  const shares = products.map((_, at) => verdict?.shares[at] ?? 0);
  const subtotal = products.reduce((sum, { price }) => sum + price, 0);
  const discount = shares.reduce((sum, share) => sum + share, 0);
  const paid = products.map(({ price, rate }, at) => ({ amount: price - (shares[at] ?? 0), rate }));
  const taxes = taxByRate(paid);
  return {
    subtotal,
    discount,
    shares,
    total: subtotal - discount,
    taxes,
    tax: taxes.reduce((sum, { tax }) => sum + tax, 0),
  };
}
