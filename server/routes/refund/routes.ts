import { Hono } from 'hono';
import * as z from 'zod/mini';
import { refundAccountInputSchema, refundInputSchema } from '#contracts/shopRefund.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { OrderRow } from '../../db/schema/order.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { kickMoney } from '../../domain/order/kick.ts';
import { lockOrder } from '../../domain/order/lock.ts';
import { findOrder } from '../../domain/order/read.ts';
import { saveAccount } from '../../domain/refund/account.ts';
import { askRefund, QuoteChanged, quoteRefund } from '../../domain/refund/ask.ts';
import { ApiError, notFound } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { body, params, rowId } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { write } from '../../middleware/write.ts';
import { presentQuote } from '../../present/refund.ts';

const idParam = params(z.object({ id: rowId }));

/**
 * Refunds of an order, below /api/shop/order/ (money.md 4.13), for the signed-in user; other people's orders are 404. A
 * request is stored and answered at once; the executor talks to the gateway after the commit.
 */
export function refundRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const limit = rateLimit(deps, { name: 'refund', max: 60, window: 60 });

  const own = async (db: Db, c: AppContext, id: number): Promise<OrderRow> => {
    const order = await findOrder(db, currentUser(c).id, id);
    if (!order) throw notFound();
    return order;
  };
  const quote = async (db: Db, c: AppContext, id: number) =>
    presentQuote(deps, await quoteRefund(db, deps, await own(db, c, id)));

  /** A change under the order's lock; answers what may be given back after it. */
  const change = async (c: AppContext, id: number, run: (tx: Tx, order: OrderRow) => Promise<void>) => {
    const answer = await write(c, deps, async (tx) => {
      await own(tx, c, id);
      await run(tx, await lockOrder(tx, id));
      return { body: await quote(tx, c, id) };
    });
    kickMoney(deps);
    return answer;
  };

  app.get('/:id/refund/quote/', signedIn, limit, idParam, async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(await quote(deps.db, c, c.req.valid('param').id));
  });

  app.post('/:id/refund/', signedIn, limit, idParam, body(refundInputSchema), async (c) => {
    const input = c.req.valid('json');
    const { id } = c.req.valid('param');
    try {
      return await change(c, id, (tx, order) => askRefund(tx, deps, order, input));
    } catch (error) {
      if (!(error instanceof QuoteChanged)) throw error;
      throw new ApiError(
        412,
        'price_changed',
        '返金の内容が変わりました。まだ申し込みは済んでいません。もう一度、金額をご確認ください。',
        { data: { quote: await quote(deps.db, c, id) } },
      );
    }
  });

  app.put('/:id/refund-account/', signedIn, limit, idParam, body(refundAccountInputSchema), (c) => {
    const account = c.req.valid('json');
    return change(c, c.req.valid('param').id, (tx, order) => saveAccount(tx, deps, order, account));
  });

  return app;
}
