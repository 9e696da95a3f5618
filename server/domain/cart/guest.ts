/** A guest's cart, which only their device has: the server knows prices and rules (money.md 4.1). */
import { type CartNotice, cartLimit } from '#contracts/shopCart.ts';
import type { Deps } from '../../deps.ts';
import type { HeldCoupon } from '../coupon/judge.ts';
import { parseProductId } from '../product/find.ts';
import { type CartView, leftOutTexts, viewCart } from './view.ts';

/** Products that exceed a cart, or never go into one. The device knows their names. */
function refused(productIds: readonly string[], reason: 'full' | 'mixed'): CartNotice[] {
  return productIds.map((id) => ({ product_id: id, name: '', reason, detail: leftOutTexts[reason] }));
}

/** What a guest's products cost together now, with the coupon whose code they have, else with the best public one. */
export async function viewGuestCart(
  deps: Deps,
  productIds: readonly string[],
  coupon: HeldCoupon | null,
): Promise<CartView> {
  const all = [...new Set(productIds)];
  const plans = all.filter((id) => parseProductId(id)?.type === 'plan');
  const goods = all.filter((id) => !plans.includes(id));
  const view = await viewCart(deps.db, deps, {
    userId: null,
    version: 0,
    couponId: coupon?.coupon.id ?? null,
    couponMode: coupon ? 'manual' : 'auto',
    items: goods.slice(0, cartLimit).map((productId, id) => ({ id, productId, seenPrice: null })),
  });
  const notices = [...view.notices, ...refused(goods.slice(cartLimit), 'full'), ...refused(plans, 'mixed')];
  return { ...view, version: 0, notices };
}
