import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import type { payResultSchema, paySettingsSchema } from '#contracts/shopOrder.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { clientIp, networkOf } from '../../clientIp.ts';
import { countCall } from '../../db/callCounts.ts';
import type { CardRow } from '../../db/schema/subscription.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { pokeCard } from '../../domain/card/job.ts';
import { cardOfRef, noteCardReturn } from '../../domain/card/return.ts';
import { isGatewayDown } from '../../domain/order/gatewayHealth.ts';
import { noteReturn, orderOfRef, takeNotification } from '../../domain/order/hints.ts';
import { pokeOrder } from '../../domain/order/observe.ts';
import { outcomeOf } from '../../domain/order/policy.ts';
import { ApiError, notFound } from '../../errors.ts';
import { params } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { notificationReceipt } from '../../payment/port.ts';
import { presentCardStatus } from '../../present/card.ts';

const refParam = params(z.object({ ref: z.string().check(z.regex(/^[\w-]{22,64}$/)) }));
/** How long a return address tells a caller without a login the state of the payment, milliseconds (money.md 4.6). */
const resultMs = 30 * 60_000;
/** Most bytes of a notification (money.md 4.10), and of the form with which a bank's page sends the buyer back. */
const formBytes = 16 * 1024;

const small = bodyLimit({
  maxSize: formBytes,
  onError: () => {
    throw new ApiError(413, 'too_large', '送信するデータが大きすぎます。');
  },
});

/** Where the owner of a card continues: at the subscription that waits for it, or at their cards. */
function pageOfCard({ subscriptionId }: CardRow): string {
  return subscriptionId === null ? paths.account('card') : paths.historySubscribe(String(subscriptionId));
}

/** The page that shows the state: by its path, or as a full address where the app is hosted elsewhere. */
function resultPage({ config }: Deps, ref: string): string {
  const path = `${paths.paymentRelay()}?r=${encodeURIComponent(ref)}`;
  return config.publicUrl === '' || config.publicUrl === config.appUrl ? path : `${config.appUrl}${path}`;
}

/** /api/payment/ (money.md 4.5, 4.6, 4.10): endpoints for browsers that come back and for the gateway. No session. */
export function paymentRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const reads = rateLimit(deps, { name: 'payment-result', max: 240, window: 60 });

  app.get('/settings/', async (c) => {
    const { capabilities } = deps.gateway;
    const isDown = await isGatewayDown(deps.db);
    const methods = [
      ...(capabilities.card && !isDown ? ['card'] : []),
      ...(capabilities.cvs ? ['cvs'] : []),
      ...(capabilities.bank ? ['bank'] : []),
    ];
    const frame = `${deps.config.payment.frameOrigin ?? ''}/pay-frame/`;
    const settings: z.input<typeof paySettingsSchema> = {
      methods,
      frame_url: capabilities.card ? frame : null,
      is_test: capabilities.kind === 'scripted',
    };
    c.header('Cache-Control', 'no-store');
    return c.json(settings);
  });

  /** Data from the bank's page are not read: the ref is enough, and a search tells the rest. */
  const comeBack = async (c: AppContext, ref: string) => {
    const isCard = !(await noteReturn(deps, ref));
    if (isCard && !(await noteCardReturn(deps, ref))) throw notFound();
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    return c.redirect(resultPage(deps, ref), 303);
  };
  app.get('/gmo/return/:ref/', refParam, (c) => comeBack(c, c.req.valid('param').ref));
  app.post('/gmo/return/:ref/', small, refParam, (c) => comeBack(c, c.req.valid('param').ref));

  /** A card that is only being checked: nothing is ever charged for it. */
  const cardResult = async (c: AppContext, card: CardRow) => {
    const since = card.returnedAt ?? card.created;
    if (deps.clock.now() > since.getTime() + resultMs) throw notFound();
    await pokeCard(deps, card.id);
    const { next, failure } = presentCardStatus(card);
    const result: z.input<typeof payResultSchema> = {
      next: next === '3ds' ? 'poll' : next,
      failure,
      is_uncharged: true,
      to: card.orderId === null ? pageOfCard(card) : null,
    };
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    return c.json(result);
  };

  app.get('/gmo/result/:ref/', reads, refParam, async (c) => {
    const card = await cardOfRef(deps.db, c.req.valid('param').ref);
    if (card) return cardResult(c, card);
    const found = await orderOfRef(deps, c.req.valid('param').ref);
    const since = found && (found.attempt.returnedAt ?? found.attempt.created);
    if (!found || !since || deps.clock.now() > since.getTime() + resultMs) throw notFound();
    await pokeOrder(deps, found.order.id);
    const { next, failure, isUncharged } = outcomeOf(found.order, found.attempts);
    const result: z.input<typeof payResultSchema> = {
      // Somebody who has only this address is not sent on to the bank's page.
      next: next === '3ds' ? 'poll' : next,
      failure,
      is_uncharged: isUncharged,
      to: null,
    };
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    return c.json(result);
  });

  /** Counts and logs calls that do not come from the gateway; never more than a few lines a minute. */
  const noteForeign = async (ip: string, reason: string) => {
    const { count } = await countCall(deps.db, 'notify-refused', 60, deps.clock.now());
    if (count <= 10)
      deps.log.error('payment_notification_refused', { reason, network: networkOf(ip), count });
  };

  app.post('/gmo/notify/', small, async (c) => {
    const ip = clientIp(c, deps.config.trustedProxies);
    if (!deps.gateway.takesNotificationFrom(ip)) {
      await noteForeign(ip, 'source');
      throw new ApiError(403, 'forbidden', 'この送信元からは受け付けていません。');
    }
    const reading = deps.gateway.readNotification(new Uint8Array(await c.req.arrayBuffer()));
    if (reading.kind === 'foreign') {
      await noteForeign(ip, 'shop');
      throw new ApiError(400, 'validation', '受け付けられない通知です。');
    }
    if (reading.kind !== 'ping') await takeNotification(deps, reading, networkOf(ip));
    c.header('Cache-Control', 'no-store');
    return c.text(notificationReceipt);
  });

  return app;
}
