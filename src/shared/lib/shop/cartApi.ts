import {
  type Cart,
  type CartMerge,
  type CouponPage,
  cartMergeSchema,
  cartSchema,
  couponPageSchema,
} from '#contracts/shopCart.ts';
import { getJson, sendJson } from '../http/json.ts';
import type { AskOptions } from '../public/useAnswer.ts';
import type { GuestCart } from './guestCart.ts';

const shop = '/api/shop/';
const cartPath = `${shop}cart/`;
/** `stay`: a failed change must not navigate away from its page, because the device cannot store it. */
const change = { schema: cartSchema, whileMaintenance: 'stay' } as const;

/**
 * GET /api/shop/quote/: the current prices of a guest's products. The answer does not contain a coupon that cannot be
 * used.
 */
export function getQuote({ items, coupon }: GuestCart, signal?: AbortSignal): Promise<Cart> {
  return getJson(`${shop}quote/`, {
    query: { items, coupon_code: coupon },
    schema: cartSchema,
    whileMaintenance: 'stay',
    ...(signal && { signal }),
  });
}

/** GET /api/shop/cart/ */
export function getCart(signal?: AbortSignal): Promise<Cart> {
  return getJson(cartPath, { schema: cartSchema, whileMaintenance: 'stay', ...(signal && { signal }) });
}

/** POST /api/shop/cart/item/ */
export function postItem(product: string): Promise<Cart> {
  return sendJson('POST', `${cartPath}item/`, { body: { product_id: product }, ...change });
}

/** DELETE /api/shop/cart/item/{id}/ */
export function deleteItem(id: string): Promise<Cart> {
  return sendJson('DELETE', `${cartPath}item/${encodeURIComponent(id)}/`, change);
}

/** POST /api/shop/cart/merge/: hands a guest's cart over. Sending it twice changes nothing more. */
export function postMerge({ items, coupon }: GuestCart): Promise<CartMerge> {
  return sendJson('POST', `${cartPath}merge/`, {
    body: { items, coupon_code: coupon },
    schema: cartMergeSchema,
    whileMaintenance: 'stay',
  });
}

/** PUT /api/shop/cart/coupon/ */
export function putCoupon(by: { coupon_id: string } | { code: string }): Promise<Cart> {
  return sendJson('PUT', `${cartPath}coupon/`, { body: by, ...change });
}

/** DELETE /api/shop/cart/coupon/ */
export function deleteCoupon(): Promise<Cart> {
  return sendJson('DELETE', `${cartPath}coupon/`, change);
}

/** GET /api/shop/coupon/: a page of a member's coupons, with the effect of each on their cart. */
export function getWallet(query: string, options: AskOptions): Promise<CouponPage> {
  const page = new URLSearchParams(query).get('page');
  return getJson(`${shop}coupon/`, { query: { page }, schema: couponPageSchema, ...options });
}
