import { type CouponPage, couponPageSchema } from '#contracts/shopCart.ts';
import { linkToKeep } from '../mirror/pages.ts';
import { type Answer, type AskOptions, useAnswer } from '../public/useAnswer.ts';
import { getWallet } from './cartApi.ts';
import { keptCopy } from './keptAnswers.ts';

/** How many pages of a wallet are read at most. */
const mostPages = 10;

/** The whole wallet: it is small, and no page can say of a part of it that a coupon is not there. */
async function getWholeWallet(options: AskOptions): Promise<CouponPage> {
  const first = await getWallet('', options);
  const results = [...first.results];
  let next = linkToKeep(first.next);
  for (let page = 1; next !== null && page < mostPages; page += 1) {
    const more = await getWallet(next, options);
    results.push(...more.results);
    next = linkToKeep(more.next);
  }
  return { ...first, results, next: null, previous: null };
}

/**
 * All coupons of a member, with the effect of each on their cart: first the copy on the device, then the server's
 * answer. The pages of the cart and those of the member share the copy, so each of them keeps all of it.
 */
export function useWallet(owner: string): Answer<CouponPage> {
  return useAnswer(getWholeWallet, keptCopy(owner, 'wallet', couponPageSchema));
}
