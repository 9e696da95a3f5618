import { Hono } from 'hono';
import * as z from 'zod/mini';
import { productIdField } from '#contracts/shopCart.ts';
import { clientNetwork } from '../../clientIp.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { viewGuestCart } from '../../domain/cart/guest.ts';
import { couponByCode } from '../../domain/coupon/code.ts';
import { ApiError } from '../../errors.ts';
import { query } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { presentCart } from '../../present/shopCart.ts';

const quoteQuery = z.object({
  items: z._default(z.array(productIdField).check(z.maxLength(50)), []),
  coupon_code: z.optional(z.string().check(z.maxLength(64))),
});

/**
 * GET /api/shop/quote/ (money.md 4.1): the present price of a guest's products, in the form of a cart. Nothing is
 * stored, and no login is needed. An unusable code is refused with its sentence and 400, because the app retries a 409.
 */
export function quoteRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/', rateLimit(deps, { name: 'quote', max: 120, window: 60 }), query(quoteQuery), async (c) => {
    const { items, coupon_code } = c.req.valid('query');
    const network = clientNetwork(c, deps.config.trustedProxies);
    const held =
      coupon_code === undefined ? null : await couponByCode(deps, { userId: null, network }, coupon_code);
    const view = await viewGuestCart(deps, items, held);
    const { code = null, reason = '' } = (held && view.coupon?.verdict) ?? {};
    if (code !== null) throw new ApiError(400, code, reason, { fields: { code: [reason] } });
    c.header('Cache-Control', 'no-store');
    return c.json(await presentCart(deps.db, deps, view));
  });

  return app;
}
