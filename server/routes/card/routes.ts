import { Hono } from 'hono';
import * as z from 'zod/mini';
import {
  cardInputSchema,
  cardLimit,
  type cardListSchema,
  cardPatchSchema,
  type cardSchema,
  type cardStatusSchema,
} from '#contracts/shopCard.ts';
import { clientNetwork } from '../../clientIp.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { hashNetwork } from '../../domain/accounts/secrets.ts';
import { pokeCard } from '../../domain/card/job.ts';
import { cardViews, findCard, listCardsOf, lockCard, makeDefault } from '../../domain/card/rows.ts';
import { startCard } from '../../domain/card/start.ts';
import { deleteCard } from '../../domain/card/use.ts';
import { assertCardOpen } from '../../domain/order/cardLock.ts';
import { kickMoney } from '../../domain/order/kick.ts';
import { ApiError, notFound } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { body, params, rowId } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { write } from '../../middleware/write.ts';
import { presentCard, presentCardStatus } from '../../present/card.ts';

const idParam = params(z.object({ id: rowId }));

/**
 * /accounts/card/ (money.md 4.14a): cards of the signed-in user; other people's cards are 404. A new card is checked by
 * its bank after the answer (202); the page asks for its state at `status/`. Nothing is charged.
 */
export function cardRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const calls = rateLimit(deps, { name: 'card', max: 60, window: 60 });
  const polls = rateLimit(deps, { name: 'card-status', max: 240, window: 60 });
  const network = (c: AppContext) => hashNetwork(deps.keys, clientNetwork(c, deps.config.trustedProxies));

  app.get('/', signedIn, calls, async (c) => {
    const now = deps.clock.now();
    const views = await listCardsOf(deps.db, currentUser(c).id, now);
    const answer: z.input<typeof cardListSchema> = {
      cards: views.map((view) => presentCard(view, now)),
      limit: cardLimit,
      is_open: deps.gateway.capabilities.card !== null,
    };
    c.header('Cache-Control', 'no-store');
    return c.json(answer);
  });

  app.post('/', signedIn, calls, body(cardInputSchema), async (c) => {
    const { gmo_token, card, is_default = false } = c.req.valid('json');
    const { id: userId, email } = currentUser(c);
    const from = network(c);
    if (deps.gateway.capabilities.card === null)
      throw new ApiError(409, 'method_closed', 'カードの登録は、ただいま使えません。');
    const answer = await write<z.input<typeof cardStatusSchema>>(c, deps, async (tx) => {
      await assertCardOpen(tx, { userId, from }, deps.clock.now(), { isOnlyWay: true });
      const made = await startCard(tx, deps, {
        userId,
        from,
        face: { brand: card?.brand ?? '', last4: card?.last4 ?? '', expiry: card?.expiry ?? '' },
        secret: { source: { token: gmo_token }, email, phone: null },
        wantsDefault: is_default,
      });
      return { status: 202, body: presentCardStatus(made) };
    });
    kickMoney(deps);
    return answer;
  });

  app.get('/:id/status/', signedIn, polls, idParam, async (c) => {
    const { id } = c.req.valid('param');
    const card = await findCard(deps.db, currentUser(c).id, id);
    if (!card) throw notFound();
    await pokeCard(deps, card.id);
    c.header('Cache-Control', 'no-store');
    return c.json(presentCardStatus(card));
  });

  app.patch('/:id/', signedIn, calls, idParam, body(cardPatchSchema), (c) => {
    const { id } = c.req.valid('param');
    return write<z.input<typeof cardSchema>>(c, deps, async (tx) => {
      const found = await findCard(tx, currentUser(c).id, id);
      if (found?.state !== 'active') throw notFound();
      const card = await makeDefault(tx, deps, await lockCard(tx, found.id));
      const view = (await cardViews(tx, [card.id])).get(card.id);
      if (!view) throw new Error('card vanished');
      return { body: presentCard(view, deps.clock.now()) };
    });
  });

  app.delete('/:id/', signedIn, calls, idParam, async (c) => {
    const { id } = c.req.valid('param');
    const answer = await write(c, deps, async (tx) => {
      await deleteCard(tx, deps, currentUser(c).id, id);
      return { body: null };
    });
    kickMoney(deps);
    return answer;
  });

  return app;
}
