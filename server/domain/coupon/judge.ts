/** Whether a coupon can be used on a cart, and if not, why (money.md 4.2). Pure; moments are epoch milliseconds. */
import type { FailureCode } from '#contracts/failure.ts';
import type { couponStatuses } from '#contracts/shopCart.ts';
import type { CouponRow } from '../../db/schema/shop.ts';
import {
  applyCoupon,
  bestCoupon,
  type CouponTerms,
  type DiscountLine,
  isReached,
} from '../money/discount.ts';
import { dayText, yen } from '../money/wording.ts';

/** A thing in a cart as a coupon sees it. */
export type CouponLine = { productId: string; price: number; isSubscription: boolean };

/** What a person has done with a coupon: `reserved` in an order that is not paid yet, `used` in a paid one. */
export type CouponUse = 'free' | 'reserved' | 'used';

/** A coupon in somebody's hands. */
export type HeldCoupon = { coupon: CouponRow; use: CouponUse };

/** `code` and `reason` say why it cannot be used; `saving` and `shares` (one for each line) what it takes off. */
export type Verdict = {
  status: (typeof couponStatuses)[number];
  code: FailureCode | null;
  reason: string;
  saving: number | null;
  shares: number[];
};

type Refusal = Pick<Verdict, 'status' | 'code' | 'reason'>;

/** What a coupon takes off and from which sum on. */
export function termsOf(coupon: CouponRow): CouponTerms {
  const { discountType, discountValue, minTotal } = coupon;
  if (discountType === 'free') return { value: { kind: 'free' }, minTotal };
  if (discountType === 'percent') return { value: { kind: 'percent', percent: discountValue }, minTotal };
  return { value: { kind: 'amount', amount: discountValue }, minTotal };
}

/** The lines, each with whether the coupon is for it: what it names, or else everything but plans. */
export function linesFor(coupon: CouponRow, lines: readonly CouponLine[]): DiscountLine[] {
  return lines.map(({ productId, price, isSubscription }) => ({
    price,
    isEligible: coupon.targets.length > 0 ? coupon.targets.includes(productId) : !isSubscription,
  }));
}

function overBecause({ coupon }: HeldCoupon, now: number): Refusal | null {
  const expired = { status: 'expired', code: 'coupon_expired' } as const;
  if (coupon.expiresAt !== null && coupon.expiresAt.getTime() < now)
    return { ...expired, reason: `このクーポンの有効期限は${dayText(coupon.expiresAt)}でした。` };
  if (coupon.withdrawn !== null) return { ...expired, reason: 'このクーポンの配布は終了しました。' };
  return null;
}

function usedBecause({ use }: HeldCoupon): Refusal | null {
  const used = { status: 'used', code: 'coupon_used' } as const;
  if (use === 'used') return { ...used, reason: 'このクーポンは使用済みです。' };
  if (use === 'reserved') return { ...used, reason: 'このクーポンは、お手続き中のご注文で使われています。' };
  return null;
}

function notNowBecause({ coupon }: HeldCoupon, now: number): Refusal | null {
  if (coupon.startsAt !== null && coupon.startsAt.getTime() > now)
    return {
      status: 'not_applicable',
      code: 'coupon_target',
      reason: `このクーポンは${dayText(coupon.startsAt)}から使えます。`,
    };
  if (coupon.remaining !== null && coupon.remaining <= 0)
    return {
      status: 'not_applicable',
      code: 'coupon_gone',
      reason: 'このクーポンは、ご利用の上限に達しました。',
    };
  return null;
}

function notHereBecause(coupon: CouponRow, lines: readonly DiscountLine[]): Refusal | null {
  const here = { status: 'not_applicable', code: 'coupon_target' } as const;
  if (lines.length === 0) return { ...here, reason: 'カートに講座を入れると使えます。' };
  if (!lines.some(({ isEligible }) => isEligible))
    return { ...here, reason: '対象の講座がカートにありません。' };
  if (!isReached(termsOf(coupon), lines))
    return {
      status: 'not_applicable',
      code: 'coupon_min_total',
      reason: `合計${yen(coupon.minTotal)}以上で使えます。`,
    };
  return null;
}

/** Judges a coupon for a person and the lines of their cart. */
export function judgeCoupon(held: HeldCoupon, lines: readonly CouponLine[], now: number): Verdict {
  const own = linesFor(held.coupon, lines);
  const refusal =
    overBecause(held, now) ??
    usedBecause(held) ??
    notNowBecause(held, now) ??
    notHereBecause(held.coupon, own);
  if (refusal) return { ...refusal, saving: null, shares: lines.map(() => 0) };
  const { discount, shares } = applyCoupon(termsOf(held.coupon), own);
  if (discount > 0) return { status: 'usable', code: null, reason: '', saving: discount, shares };
  const reason = '対象の講座が0円のため、割引はありません。';
  return { status: 'not_applicable', code: 'coupon_target', reason, saving: null, shares };
}

/** The one of a person's coupons that saves most on these lines, or `null` (money.md 4.2). */
export function bestOf<Held extends HeldCoupon>(
  held: readonly Held[],
  lines: readonly CouponLine[],
  now: number,
): Held | null {
  const candidates = held
    .filter((one) => judgeCoupon(one, lines, now).status === 'usable')
    .map((one) => ({
      ...termsOf(one.coupon),
      id: String(one.coupon.id),
      endsAt: one.coupon.expiresAt?.getTime() ?? null,
      lines: linesFor(one.coupon, lines),
      held: one,
    }));
  return bestCoupon(candidates)?.coupon.held ?? null;
}
