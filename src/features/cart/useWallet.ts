import type { CouponPage } from '#contracts/shopCart.ts';
import { couponPageSchema } from '#contracts/shopCart.ts';
import { type Answer, useAnswer } from '#shared/lib/public/useAnswer.ts';
import { getWallet } from '#shared/lib/shop/cartApi.ts';
import { keptCopy } from '#shared/lib/shop/keptAnswers.ts';

/** The first page of a member's coupons, with the effect of each on their cart; nobody collects more than a page. */
export function useWallet(owner: string): Answer<CouponPage> {
  return useAnswer((options) => getWallet('', options), keptCopy(owner, 'wallet', couponPageSchema));
}
