import { type Coupon, type CouponPage, couponSchema } from '#contracts/shopCart.ts';
import { sendJson } from '#shared/lib/http/json.ts';
import { linkToKeep } from '#shared/lib/mirror/pages.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';
import { getWallet } from '#shared/lib/shop/cartApi.ts';

/** How many pages of a wallet are read at most. */
const mostPages = 10;

/** The whole wallet: it is small, and its parts are shown separately. */
export async function getWholeWallet(options: AskOptions): Promise<CouponPage> {
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

/** Adds a coupon to the wallet by its code (product.md 3.5). */
export function postClaim(code: string, idempotencyKey: string): Promise<Coupon> {
  return sendJson('POST', '/api/shop/coupon/claim/', {
    body: { code },
    idempotencyKey,
    schema: couponSchema,
    whileMaintenance: 'stay',
  });
}
