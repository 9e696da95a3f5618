import { Hono } from 'hono';
import * as z from 'zod/mini';
import {
  type CouponPage,
  couponClaimInputSchema,
  type couponSchema,
  productIdField,
} from '#contracts/shopCart.ts';
import { clientNetwork } from '../../clientIp.ts';
import type { Db } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { viewGuestCart } from '../../domain/cart/guest.ts';
import { readCart } from '../../domain/cart/store.ts';
import { type CartView, viewCart } from '../../domain/cart/view.ts';
import { couponByCode } from '../../domain/coupon/code.ts';
import { judgeCoupon } from '../../domain/coupon/judge.ts';
import { keepInWallet } from '../../domain/coupon/store.ts';
import { judgedWallet } from '../../domain/coupon/wallet.ts';
import { ApiError } from '../../errors.ts';
import { currentUser, optionalUser, requireUser } from '../../middleware/auth.ts';
import { envelope, pageField } from '../../middleware/paging.ts';
import { body, query } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { write } from '../../middleware/write.ts';
import { presentCoupon, targetNames } from '../../present/shopCart.ts';

type CouponBody = z.input<typeof couponSchema>;
type PageBody = Omit<CouponPage, 'results'> & { results: CouponBody[] };

const listQuery = z.object({
  page: pageField,
  items: z._default(z.array(productIdField).check(z.maxLength(50)), []),
});

const productsOf = (view: CartView) => view.lines.map(({ product }) => product);

/** GET /api/shop/coupon/, POST /api/shop/coupon/claim/ (product.md 3.5, money.md 4.2). */
export function couponRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const asks = rateLimit(deps, { name: 'coupon-list', max: 120, window: 60 });
  const cartOf = async (db: Db, userId: number) => viewCart(db, deps, await readCart(db, userId));

  app.get('/', optionalUser(deps), asks, query(listQuery), async (c) => {
    const { page, items } = c.req.valid('query');
    const userId = c.get('user')?.id ?? null;
    const now = deps.clock.now();
    const view = userId === null ? await viewGuestCart(deps, items, null) : await cartOf(deps.db, userId);
    const all = await judgedWallet(deps.db, userId, productsOf(view), now);
    const { limit, offset } = pageSlice(page);
    const shown = all.slice(offset, offset + limit);
    const names = await targetNames(
      deps.db,
      shown.map(({ held }) => held),
      now,
    );
    c.header('Cache-Control', 'no-store');
    const answer: PageBody = {
      ...envelope(c.req.url, page, all.length),
      results: shown.map((coupon) => presentCoupon(coupon, names)),
    };
    return c.json(answer);
  });

  app.post('/claim/', requireUser(deps), body(couponClaimInputSchema), async (c) => {
    const { id: userId } = currentUser(c);
    const network = clientNetwork(c, deps.config.trustedProxies);
    const held = await couponByCode(deps, { userId, network }, c.req.valid('json').code);
    return write<CouponBody>(c, deps, async (tx) => {
      const now = deps.clock.now();
      const { code, reason, status } = judgeCoupon(held, [], now);
      if (code !== null && status !== 'not_applicable') throw new ApiError(409, code, reason);
      const isNew = await keepInWallet(tx, userId, held.coupon.id, now);
      const wallet = await judgedWallet(tx, userId, productsOf(await cartOf(tx, userId)), now);
      const coupon = wallet.find((one) => one.held.coupon.id === held.coupon.id);
      if (!coupon) throw new Error('coupon vanished');
      const names = await targetNames(tx, [held], now);
      return { status: isNew ? 201 : 200, body: presentCoupon(coupon, names) };
    });
  });

  return app;
}
