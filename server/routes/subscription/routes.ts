import { Hono } from 'hono';
import * as z from 'zod/mini';
import {
  type SubscriptionCardInput,
  subscriptionCancelInputSchema,
  subscriptionCardInputSchema,
  type subscriptionMadeSchema,
  subscriptionPriceInputSchema,
} from '#contracts/shopSubscription.ts';
import { clientNetwork } from '../../clientIp.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { CardRow, SubscriptionRow } from '../../db/schema/subscription.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { hashNetwork } from '../../domain/accounts/secrets.ts';
import { startCard } from '../../domain/card/start.ts';
import { usableCard } from '../../domain/card/use.ts';
import { assertCardOpen } from '../../domain/order/cardLock.ts';
import { kickMoney } from '../../domain/order/kick.ts';
import { findOrder, viewOrder } from '../../domain/order/read.ts';
import {
  agreeToPrice,
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
  retryCharge,
} from '../../domain/subscription/change.ts';
import { chargeTo } from '../../domain/subscription/chargeTo.ts';
import { listSubscriptions, viewSubscription } from '../../domain/subscription/read.ts';
import { findSubscription, lockSubscription, openOrderOf } from '../../domain/subscription/rows.ts';
import { ApiError, notFound } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { envelope, pageField } from '../../middleware/paging.ts';
import { body, params, query, rowId } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { write } from '../../middleware/write.ts';
import { presentCardStatus } from '../../present/card.ts';
import { presentState } from '../../present/order.ts';
import { presentSubscription } from '../../present/subscription.ts';

const idParam = params(z.object({ id: rowId }));

/** What an action has started: a payment, named by its order, or the check of a card. */
type Begun = { orderId?: number | null; card?: CardRow | null };

/**
 * /api/shop/subscription/ (money.md 4.15, 4.16): the user's own subscriptions; other people's are 404. Actions store
 * the request under the subscription's lock and answer at once; the executor talks to the gateway after the commit.
 */
export function subscriptionRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const calls = rateLimit(deps, { name: 'subscription', max: 120, window: 60 });
  const network = (c: AppContext) => hashNetwork(deps.keys, clientNetwork(c, deps.config.trustedProxies));

  const own = async (db: Db, c: AppContext, id: number): Promise<SubscriptionRow> => {
    const found = await findSubscription(db, currentUser(c).id, id);
    if (!found) throw notFound();
    return found;
  };

  app.get('/', signedIn, calls, query(z.object({ page: pageField })), async (c) => {
    const { page } = c.req.valid('query');
    const now = deps.clock.now();
    const { count, views } = await listSubscriptions(deps.db, currentUser(c).id, { page, now });
    c.header('Cache-Control', 'no-store');
    return c.json({
      ...envelope(c.req.url, page, count),
      results: views.map((view) => presentSubscription(view, now)),
    });
  });

  app.get('/:id/', signedIn, calls, idParam, async (c) => {
    const now = deps.clock.now();
    const found = await own(deps.db, c, c.req.valid('param').id);
    c.header('Cache-Control', 'no-store');
    return c.json(presentSubscription(await viewSubscription(deps.db, found, now), now));
  });

  const made = async (
    c: AppContext,
    tx: Tx,
    id: number,
    { orderId = null, card = null }: Begun,
  ): Promise<z.input<typeof subscriptionMadeSchema>> => {
    const now = deps.clock.now();
    const order = orderId === null ? null : await findOrder(tx, currentUser(c).id, orderId);
    return {
      subscription: presentSubscription(await viewSubscription(tx, await own(tx, c, id), now), now),
      state: order && presentState(await viewOrder(tx, order, now), null),
      card: card && presentCardStatus(card),
    };
  };

  /** One action under the subscription's lock; answers its new state. */
  const act = async (
    c: AppContext,
    id: number,
    run: (tx: Tx, subscription: SubscriptionRow) => Promise<Begun>,
  ) => {
    const answer = await write(c, deps, async (tx) => {
      await own(tx, c, id);
      const begun = await run(tx, await lockSubscription(tx, id));
      return { body: await made(c, tx, id, begun) };
    });
    kickMoney(deps);
    return answer;
  };

  app.post('/:id/cancel/', signedIn, calls, idParam, body(subscriptionCancelInputSchema), (c) => {
    const { reason } = c.req.valid('json');
    return act(c, c.req.valid('param').id, async (tx, subscription) => {
      await cancelSubscription(tx, deps, subscription, reason);
      return {};
    });
  });

  app.post('/:id/resume/', signedIn, calls, idParam, (c) =>
    act(c, c.req.valid('param').id, async (tx, subscription) => ({
      orderId: await resumeSubscription(tx, deps, subscription),
    })),
  );

  app.post('/:id/pause/', signedIn, calls, idParam, (c) =>
    act(c, c.req.valid('param').id, async (tx, subscription) => {
      await pauseSubscription(tx, deps, subscription);
      return {};
    }),
  );

  app.post('/:id/retry/', signedIn, calls, idParam, (c) =>
    act(c, c.req.valid('param').id, async (tx, subscription) => ({
      orderId: await retryCharge(tx, deps, subscription),
    })),
  );

  app.post('/:id/price/', signedIn, calls, idParam, body(subscriptionPriceInputSchema), (c) => {
    const { price } = c.req.valid('json');
    return act(c, c.req.valid('param').id, async (tx, subscription) => {
      await agreeToPrice(tx, deps, subscription, price);
      return {};
    });
  });

  /** A kept card is used at once; a new one after its bank has accepted it. */
  const changeCard = async (
    c: AppContext,
    tx: Tx,
    subscription: SubscriptionRow,
    input: SubscriptionCardInput,
  ): Promise<Begun> => {
    const { id: userId, email } = currentUser(c);
    if (subscription.status === 'ended' || subscription.status === 'starting')
      throw new ApiError(409, 'past_period', 'この定期購入のカードは、変更できません。');
    if ('card_id' in input) {
      const card = await usableCard(tx, userId, input.card_id, deps.clock.now());
      const now = await chargeTo(tx, deps, subscription, card);
      const open = now.status === 'past_due' ? await openOrderOf(tx, now.id) : null;
      return { orderId: open?.id ?? null };
    }
    const from = network(c);
    await assertCardOpen(tx, { userId, from }, deps.clock.now(), { isOnlyWay: true });
    const face = {
      brand: input.card?.brand ?? '',
      last4: input.card?.last4 ?? '',
      expiry: input.card?.expiry ?? '',
    };
    const card = await startCard(tx, deps, {
      userId,
      from,
      face,
      secret: { source: { token: input.gmo_token }, email, phone: null },
      wantsDefault: false,
      subscriptionId: subscription.id,
    });
    return { card };
  };

  app.post('/:id/card/', signedIn, calls, idParam, body(subscriptionCardInputSchema), (c) => {
    const input = c.req.valid('json');
    return act(c, c.req.valid('param').id, (tx, subscription) => changeCard(c, tx, subscription, input));
  });

  return app;
}
