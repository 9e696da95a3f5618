import type { Cart, CartItem, Coupon } from '#contracts/shopCart.ts';
import { japanDay, parseTime } from '#shared/lib/text/format.ts';
import { texts } from './texts.ts';

/** Where buying goes on after the cart (product.md 2.2.D). */
export const methodPath = '/payment/method';

/** In the address of the cart: whoever has logged in to buy goes on by themselves, unless the cart has changed. */
export const goingOn = { name: 'next', value: 'method' } as const;

/** Everything in a cart that somebody agrees to by going on: when it changes, they have to press again. */
export function factsOf({ items, coupon, discount, total }: Cart): string {
  return JSON.stringify([
    items.map(({ product_id, unit_price, access_days }) => [product_id, unit_price, access_days]),
    coupon?.id ?? null,
    discount,
    total,
  ]);
}

/** Moves an item to what its owner keeps for later; answers how to take that back. */
export type KeepForLater = (item: CartItem) => Promise<() => void>;

/** Whether an item can be kept for later: bookmarks are of courses. */
export function isKeepable({ product_type, course }: CartItem): boolean {
  return product_type === 'course' && course !== null;
}

/** What a coupon takes off, in words. */
export function discountWords({ discount_type, discount_value }: Coupon): string {
  if (discount_type === 'free') return texts.freeOff;
  return discount_type === 'percent' ? texts.percentOff(discount_value) : texts.yenOff(discount_value);
}

/** From when until when a coupon can be used, in words; empty: any time. */
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

/** Those that can be used on the cart, what saves most first, and the others. */
export function sortCoupons(coupons: readonly Coupon[]): { usable: Coupon[]; unusable: Coupon[] } {
  const usable = coupons
    .filter(({ status }) => status === 'usable')
    .sort((one, other) => (other.saving ?? 0) - (one.saving ?? 0));
  return { usable, unusable: coupons.filter(({ status }) => status !== 'usable') };
}
