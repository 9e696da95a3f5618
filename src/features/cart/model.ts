import type { Cart, CartItem, Coupon } from '#contracts/shopCart.ts';
import { japanDay, parseTime } from '#shared/lib/text/format.ts';
import { texts } from './texts.ts';

/**
 * Address parameter of the cart: after a login in order to buy, the buyer continues automatically, unless the cart has
 * changed.
 */
export const goingOn = { name: 'next', value: 'method' } as const;

/** Everything in a cart that the buyer accepts by continuing: if it changes, they have to press again. */
export function factsOf({ items, coupon, discount, total }: Cart): string {
  return JSON.stringify([
    items.map(({ product_id, unit_price, access_days }) => [product_id, unit_price, access_days]),
    coupon?.id ?? null,
    discount,
    total,
  ]);
}

/** Moves an item to the list for later; returns a function that undoes it. */
export type KeepForLater = (item: CartItem) => Promise<() => void>;

/** Whether an item can be kept for later: bookmarks exist only for courses. */
export function isKeepable({ product_type, course }: CartItem): boolean {
  return product_type === 'course' && course !== null;
}

/** The discount of a coupon, in words. */
export function discountWords({ discount_type, discount_value }: Coupon): string {
  if (discount_type === 'free') return texts.freeOff;
  return discount_type === 'percent' ? texts.percentOff(discount_value) : texts.yenOff(discount_value);
}

/** The period in which a coupon can be used, in words; empty: any time. */
export function periodWords({ starts_at, expires_at }: Coupon, now: number): string {
  const start = parseTime(starts_at);
  const end = parseTime(expires_at);
  return [
    start !== null && start > now ? texts.from(japanDay(start)) : '',
    end === null ? '' : texts.until(japanDay(end)),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The coupons that can be used for the cart, the largest discount first, and the others. */
export function sortCoupons(coupons: readonly Coupon[]): { usable: Coupon[]; unusable: Coupon[] } {
  const usable = coupons
    .filter(({ status }) => status === 'usable')
    .sort((one, other) => (other.saving ?? 0) - (one.saving ?? 0));
  return { usable, unusable: coupons.filter(({ status }) => status !== 'usable') };
}
