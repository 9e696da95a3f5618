import { Hono } from 'hono';
import * as z from 'zod/mini';
import {
  guardianApproveSchema,
  type guardianAskedSchema,
  guardianLimitSchema,
  type guardianOrderSchema,
  guardianPaySchema,
} from '#contracts/shopGuardian.ts';
import { tokenField } from '#contracts/signup.ts';
import { clientNetwork } from '../../clientIp.ts';
import type { Tx } from '../../db/client.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { hashNetwork } from '../../domain/accounts/secrets.ts';
import { outlineBytes } from '../../domain/document/contract.ts';
import { askAgain, assertMayAskAgain } from '../../domain/guardianOrder/ask.ts';
import { approve, decline, payByGuardian } from '../../domain/guardianOrder/decide.ts';
import { setLimit } from '../../domain/guardianOrder/limit.ts';
import { findLinked, linkGone, linkState } from '../../domain/guardianOrder/link.ts';
import { kickMoney } from '../../domain/order/kick.ts';
import { pokeOrder } from '../../domain/order/observe.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { body, params, rowId } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { guestWrite, hasAnswer, write } from '../../middleware/write.ts';
import { presentGuardianOrder, presentGuardianStatus } from '../../present/guardianOrder.ts';
import { pdfAnswer } from '../../present/pdfAnswer.ts';

const linkParams = params(z.object({ token: tokenField }));
const idParam = params(z.object({ id: rowId }));
/** Letters of a browser's name that are kept with a consent. */
const browserLength = 300;

/** The caller's network, as it is stored and compared. */
function network(c: AppContext, deps: Deps): string {
  return hashNetwork(deps.keys, clientNetwork(c, deps.config.trustedProxies));
}

/**
 * /api/shop/guardian/{token}/order/ (money.md 4.11): somebody with the link of an order may see it, agree to it,
 * decline it and pay it, and nothing else. There is no login. A wrong link is 404, never 401, which would log out a
 * user who is signed in.
 */
export function guardianOrderRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const opens = rateLimit(deps, { name: 'guardian-order', max: 60, window: 60 });
  const polls = rateLimit(deps, { name: 'guardian-order-status', max: 240, window: 60 });

  app.get('/:token/order/', opens, linkParams, async (c) => {
    const linked = await findLinked(deps.db, deps, c.req.valid('param').token);
    c.header('Cache-Control', 'no-store');
    return c.json(await presentGuardianOrder(deps.db, deps, linked, network(c, deps)));
  });

  app.get('/:token/order/status/', polls, linkParams, async (c) => {
    const { token } = c.req.valid('param');
    await pokeOrder(deps, (await findLinked(deps.db, deps, token)).order.id);
    const linked = await findLinked(deps.db, deps, token);
    c.header('Cache-Control', 'no-store');
    return c.json(await presentGuardianStatus(deps.db, deps, linked, network(c, deps)));
  });

  app.get('/:token/order/outline/', opens, linkParams, async (c) => {
    const linked = await findLinked(deps.db, deps, c.req.valid('param').token);
    const state = linkState(linked, deps.clock.now());
    if (state !== 'asked' && state !== 'approved') throw linkGone();
    const bytes = await outlineBytes(deps.db, linked.order.id);
    if (bytes !== null) return pdfAnswer(c, bytes, 'outline');
    c.header('Cache-Control', 'no-store');
    c.header('Retry-After', '2');
    return c.json({}, 202);
  });

  /** A change through the link, in one transaction; answers the changed order. */
  const change = async (c: AppContext, token: string, run: (tx: Tx) => Promise<void>) => {
    const answer = await guestWrite<z.input<typeof guardianOrderSchema>>(c, deps, async (tx) => {
      await run(tx);
      const linked = await findLinked(tx, deps, token);
      return { body: await presentGuardianOrder(tx, deps, linked, network(c, deps)) };
    });
    kickMoney(deps);
    return answer;
  };
  const evidence = (c: AppContext) => ({
    from: network(c, deps),
    browser: (c.req.header('User-Agent') ?? '').slice(0, browserLength),
  });

  app.post('/:token/order/approve/', opens, linkParams, body(guardianApproveSchema), (c) => {
    const { token } = c.req.valid('param');
    const { confirm_hash: confirmHash, steps } = c.req.valid('json');
    return change(c, token, (tx) => approve(tx, deps, { token, confirmHash, steps, ...evidence(c) }));
  });

  app.post('/:token/order/decline/', opens, linkParams, (c) => {
    const { token } = c.req.valid('param');
    return change(c, token, (tx) => decline(tx, deps, { token, ...evidence(c) }));
  });

  app.put('/:token/order/limit/', opens, linkParams, body(guardianLimitSchema), (c) => {
    const { token } = c.req.valid('param');
    const { yen } = c.req.valid('json');
    return change(c, token, (tx) => setLimit(tx, deps, { token, yen, ...evidence(c) }));
  });

  app.post('/:token/order/pay/', opens, linkParams, body(guardianPaySchema), (c) => {
    const { token } = c.req.valid('param');
    const input = c.req.valid('json');
    return change(c, token, (tx) => payByGuardian(tx, deps, { token, from: network(c, deps), input }));
  });

  return app;
}

/** POST /api/shop/order/{id}/guardian/: sends the mail to the guardian once more, for the learner who has ordered. */
export function guardianAskRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const asks = rateLimit(deps, { name: 'guardian-order-ask', max: 30, window: 60 });

  app.post('/:id/guardian/', requireUser(deps), asks, idParam, async (c) => {
    const userId = currentUser(c).id;
    if (!(await hasAnswer(c, deps))) await assertMayAskAgain(c, deps, userId);
    return write<z.input<typeof guardianAskedSchema>>(c, deps, async (tx) => ({
      status: 202,
      body: await askAgain(tx, deps, userId, c.req.valid('param').id),
    }));
  });

  return app;
}
