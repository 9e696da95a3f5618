import type { Coupon } from '#contracts/shopCart.ts';
import { calendarDays, japanDay, parseTime } from '#shared/lib/text/format.ts';
import { texts } from './texts.ts';

/**
 * Parts of a wallet: coupons for the cart as it is, coupons that cannot be used now (not begun, exhausted, or for
 * another cart), and coupons that are gone.
 */
export const walletParts = ['usable', 'later', 'used', 'expired'] as const;
export type WalletPart = (typeof walletParts)[number];

/** The part of the wallet to which a coupon belongs. */
export function partOf({ status }: Coupon): WalletPart {
  return status === 'usable' || status === 'used' || status === 'expired' ? status : 'later';
}

/** The discount of a coupon, in words. */
export function discountWords({ discount_type, discount_value }: Coupon): string {
  if (discount_type === 'free') return texts.freeOff;
  return discount_type === 'percent' ? texts.percentOff(discount_value) : texts.yenOff(discount_value);
}

/** How long a coupon can be used, in words: its last day, and the remaining days if that is near. */
export function untilWords({ starts_at, expires_at }: Coupon, now: number): string {
  const start = parseTime(starts_at);
  const end = parseTime(expires_at);
  if (start !== null && start > now) return texts.from(japanDay(start));
  if (end === null) return texts.endless;
  const left = calendarDays(end, now);
  const until = texts.until(japanDay(end));
  return left >= 0 && left <= 30 ? `${until} ${texts.left(left)}` : until;
}
