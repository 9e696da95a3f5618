import { type Coupon, couponSchema } from '#contracts/shopCart.ts';
import { sendJson } from '#shared/lib/http/json.ts';

/** Adds a coupon to the wallet by its code (product.md 3.5). */
export function postClaim(code: string, idempotencyKey: string): Promise<Coupon> {
  return sendJson('POST', '/api/shop/coupon/claim/', {
    body: { code },
    idempotencyKey,
    schema: couponSchema,
    whileMaintenance: 'stay',
  });
}
