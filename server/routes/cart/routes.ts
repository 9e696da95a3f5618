import { Hono } from 'hono';
import * as z from 'zod/mini';
import {
  cartCouponInputSchema,
  cartItemInputSchema,
  cartMergeInputSchema,
  type cartMergeSchema,
  type cartSchema,
} from '#contracts/shopCart.ts';
import { clientNetwork } from '../../clientIp.ts';
import type { Tx } from '../../db/client.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import {
  addToCart,
  chooseCoupon,
  mergeIntoCart,
  removeCoupon,
  removeFromCart,
} from '../../domain/cart/change.ts';
import { readCart } from '../../domain/cart/store.ts';
import { type CartView, viewCart } from '../../domain/cart/view.ts';
import { couponByCode, couponNotFound } from '../../domain/coupon/code.ts';
import type { HeldCoupon } from '../../domain/coupon/judge.ts';
import { findInWallet } from '../../domain/coupon/store.ts';
import { ApiError } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { body, params, rowId } from '../../middleware/parse.ts';
import { rowIdOf } from '../../middleware/rowIds.ts';
import { write } from '../../middleware/write.ts';
import { presentCart } from '../../present/shopCart.ts';

type CartBody = z.input<typeof cartSchema>;

const itemParams = z.object({ id: rowId });

/** GET /api/shop/cart/ and its changes, each of which answers the whole cart (product.md 3.5, money.md 4.1, 4.2). */
export function cartRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);

  const change = (c: AppContext, run: (tx: Tx, userId: number) => Promise<CartView>) =>
    write<CartBody>(c, deps, async (tx) => ({
      body: await presentCart(tx, deps, await run(tx, currentUser(c).id)),
    }));
  const guesser = (c: AppContext) => ({
    userId: currentUser(c).id,
    network: clientNetwork(c, deps.config.trustedProxies),
  });

  app.get('/', signedIn, async (c) => {
    const view = await viewCart(deps.db, deps, await readCart(deps.db, currentUser(c).id));
    c.header('Cache-Control', 'no-store');
    return c.json(await presentCart(deps.db, deps, view));
  });

  app.post('/item/', signedIn, body(cartItemInputSchema), (c) =>
    change(c, (tx, userId) => addToCart(tx, deps, userId, c.req.valid('json').product_id)),
  );

  app.delete('/item/:id/', signedIn, params(itemParams), (c) =>
    change(c, (tx, userId) => removeFromCart(tx, deps, userId, c.req.valid('param').id)),
  );

  app.post('/merge/', signedIn, body(cartMergeInputSchema), async (c) => {
    const { items, coupon_code } = c.req.valid('json');
    const coupon = coupon_code ? await orNull(couponByCode(deps, guesser(c), coupon_code)) : null;
    return write<z.input<typeof cartMergeSchema>>(c, deps, async (tx) => {
      const { id } = currentUser(c);
      const { view, added, leftOut } = await mergeIntoCart(tx, deps, id, { productIds: items, coupon });
      return { body: { cart: await presentCart(tx, deps, view), added, left_out: leftOut } };
    });
  });

  app.put('/coupon/', signedIn, body(cartCouponInputSchema), async (c) => {
    const input = c.req.valid('json');
    const held =
      'code' in input
        ? await couponByCode(deps, guesser(c), input.code)
        : await ofWallet(deps, currentUser(c).id, input.coupon_id);
    return change(c, (tx, userId) => chooseCoupon(tx, deps, userId, held));
  });

  app.delete('/coupon/', signedIn, (c) => change(c, (tx, userId) => removeCoupon(tx, deps, userId)));

  return app;
}

async function ofWallet({ db }: Deps, userId: number, id: string | number): Promise<HeldCoupon> {
  const couponId = rowIdOf(id);
  const held = couponId === null ? null : await findInWallet(db, userId, couponId);
  if (!held) throw couponNotFound();
  return held;
}

/** A guest's code that is invalid, or cannot be looked up now, must not keep the products from being merged. */
async function orNull(looking: Promise<HeldCoupon>): Promise<HeldCoupon | null> {
  try {
    return await looking;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
