import { Hono } from 'hono';
import * as z from 'zod/mini';
import { orderInputSchema } from '#contracts/shopCheckout.ts';
import { orderCancelInputSchema, type orderMadeSchema, orderRetryInputSchema } from '#contracts/shopOrder.ts';
import { clientNetwork } from '../../clientIp.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { OrderRow } from '../../db/schema/order.ts';
import { transaction } from '../../db/transaction.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { hashNetwork } from '../../domain/accounts/secrets.ts';
import { pokeCard } from '../../domain/card/job.ts';
import { cardOf } from '../../domain/card/rows.ts';
import { lockCart } from '../../domain/cart/store.ts';
import { reoffer } from '../../domain/checkout/store.ts';
import { assertMayAskFor } from '../../domain/guardianOrder/ask.ts';
import { assertBuyerMayPayBy } from '../../domain/guardianOrder/guardian.ts';
import { cancelOrder } from '../../domain/order/cancel.ts';
import { cardLockedUntil } from '../../domain/order/cardLock.ts';
import { kickMoney } from '../../domain/order/kick.ts';
import { lockOrder } from '../../domain/order/lock.ts';
import { pokeOrder } from '../../domain/order/observe.ts';
import { OfferChanged, placeOrder } from '../../domain/order/place.ts';
import { findOrder, listOrders, orderKinds, viewOrder } from '../../domain/order/read.ts';
import { retryOrder } from '../../domain/order/retry.ts';
import { ApiError, notFound } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { envelope, pageField } from '../../middleware/paging.ts';
import { body, params, query, rowId } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { hasAnswer, write } from '../../middleware/write.ts';
import { presentTrialState } from '../../present/card.ts';
import { presentOrder, presentState } from '../../present/order.ts';
import { presentReoffer } from '../../present/shopCheckout.ts';

const idParam = params(z.object({ id: rowId }));
const listQuery = z.object({ page: pageField, kind: z.optional(z.enum(orderKinds)) });
/** Letters of a browser's name that an order keeps. */
const browserLength = 300;

/** The caller's network, as it is stored and compared. */
function network(c: AppContext, deps: Deps): string {
  return hashNetwork(deps.keys, clientNetwork(c, deps.config.trustedProxies));
}

/** The order with its payment state: after every change the page needs both. */
async function made(
  c: AppContext,
  deps: Deps,
  db: Db,
  order: OrderRow,
): Promise<z.input<typeof orderMadeSchema>> {
  const now = deps.clock.now();
  const view = await viewOrder(db, order, now);
  const payer = { userId: currentUser(c).id, from: network(c, deps) };
  const isCard = order.method === 'card' && order.status === 'failed';
  const lockedUntil = isCard ? await cardLockedUntil(db, payer, now) : null;
  const state = presentState(view, lockedUntil);
  const card = order.kind === 'trial' ? await cardOf(db, { orderId: order.id }) : null;
  return { order: presentOrder(view, now), state: card ? presentTrialState(order, card, state) : state };
}

/**
 * 412 with the changes and the present offer. The offer is stored in a transaction of its own, because that of the
 * order stored nothing (money.md 4.3).
 */
async function changed(deps: Deps, { checkout }: OfferChanged): Promise<ApiError> {
  const offer = await transaction(deps.db, (tx) => reoffer(tx, deps, checkout));
  const detail = offer.couponGone
    ? 'クーポンが上限に達したため、金額が変わりました。ご注文は確定していません。'
    : '確認後に内容が変わりました。ご注文は確定していません。もう一度、内容をご確認ください。';
  return new ApiError(412, 'price_changed', detail, {
    data: await presentReoffer(deps, offer),
  });
}

/**
 * /api/shop/order/ (money.md 4.3, 4.12, 4.13): orders of the signed-in user; other people's orders are 404. Writes
 * store the request and answer at once. The executor talks to the gateway after the commit, and the page asks for
 * `status/`.
 */
export function orderRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const reads = rateLimit(deps, { name: 'order', max: 120, window: 60 });
  const polls = rateLimit(deps, { name: 'order-status', max: 240, window: 60 });

  /** The caller's own order; 404 for everybody else's. */
  const own = async (db: Db, c: AppContext, id: number): Promise<OrderRow> => {
    const order = await findOrder(db, currentUser(c).id, id);
    if (!order) throw notFound();
    return order;
  };

  app.get('/', signedIn, reads, query(listQuery), async (c) => {
    const { page, kind = null } = c.req.valid('query');
    const now = deps.clock.now();
    const { count, views } = await listOrders(deps.db, currentUser(c).id, { page, kind, now });
    c.header('Cache-Control', 'no-store');
    return c.json({
      ...envelope(c.req.url, page, count),
      results: views.map((view) => presentOrder(view, now)),
    });
  });

  app.post('/', signedIn, reads, body(orderInputSchema), async (c) => {
    const { checkout_id, confirm_hash } = c.req.valid('json');
    const ask = {
      userId: currentUser(c).id,
      checkoutId: checkout_id,
      confirmHash: confirm_hash,
      from: network(c, deps),
      browser: (c.req.header('User-Agent') ?? '').slice(0, browserLength),
    };
    if (!(await hasAnswer(c, deps))) await assertMayAskFor(c, deps, ask.userId, ask.checkoutId);
    try {
      const answer = await write(c, deps, async (tx) => {
        const order = await placeOrder(tx, deps, ask);
        return { status: 201, body: await made(c, deps, tx, order) };
      });
      kickMoney(deps);
      return answer;
    } catch (error) {
      throw error instanceof OfferChanged ? await changed(deps, error) : error;
    }
  });

  app.get('/:id/', signedIn, reads, idParam, async (c) => {
    const now = deps.clock.now();
    const order = await own(deps.db, c, c.req.valid('param').id);
    c.header('Cache-Control', 'no-store');
    return c.json(presentOrder(await viewOrder(deps.db, order, now), now));
  });

  app.get('/:id/status/', signedIn, polls, idParam, async (c) => {
    const order = await own(deps.db, c, c.req.valid('param').id);
    await pokeOrder(deps, order.id);
    const card = order.kind === 'trial' ? await cardOf(deps.db, { orderId: order.id }) : null;
    if (card) await pokeCard(deps, card.id);
    c.header('Cache-Control', 'no-store');
    return c.json((await made(c, deps, deps.db, order)).state);
  });

  /** A change of an own order, under the locks of the buyer's cart and of the order; answers its new state. */
  const change = async (c: AppContext, id: number, run: (tx: Tx, order: OrderRow) => Promise<void>) => {
    const userId = currentUser(c).id;
    const answer = await write(c, deps, async (tx) => {
      await own(tx, c, id);
      await lockCart(tx, userId, deps.clock.now());
      await run(tx, await lockOrder(tx, id));
      return { body: await made(c, deps, tx, await own(tx, c, id)) };
    });
    kickMoney(deps);
    return answer;
  };

  app.post('/:id/retry/', signedIn, reads, idParam, body(orderRetryInputSchema), (c) => {
    const input = c.req.valid('json');
    const [userId, from] = [currentUser(c).id, network(c, deps)];
    return change(c, c.req.valid('param').id, async (tx, order) => {
      const { guardian } = await viewOrder(tx, order, deps.clock.now());
      assertBuyerMayPayBy(order, guardian, input.method);
      await retryOrder(tx, deps, { order, userId, from, input });
    });
  });

  app.post('/:id/cancel/', signedIn, reads, idParam, body(orderCancelInputSchema), (c) => {
    const { reason } = c.req.valid('json');
    return change(c, c.req.valid('param').id, (tx, order) => cancelOrder(tx, deps, order, reason));
  });

  return app;
}
