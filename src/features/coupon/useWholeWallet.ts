import { type CouponPage, couponPageSchema } from '#contracts/shopCart.ts';
import { type Answer, useAnswer } from '#shared/lib/public/useAnswer.ts';
import { keptCopy } from '#shared/lib/shop/keptAnswers.ts';
import { getWholeWallet } from './api.ts';

/** The wallet of a member: first the copy on the device, then the server's answer. */
export function useWholeWallet(owner: string): Answer<CouponPage> {
  return useAnswer(getWholeWallet, keptCopy(owner, 'wallet', couponPageSchema));
}
