import { Hono } from 'hono';
import * as z from 'zod/mini';
import { type CheckoutBodyInput, checkoutBodySchema } from '#contracts/shopAddress.ts';
import type { CheckoutInput, checkoutChangeSchema, checkoutSchema } from '#contracts/shopCheckout.ts';
import type { Tx } from '../../db/client.ts';
import type { CheckoutRow } from '../../db/schema/shop.ts';
import type { CardRow } from '../../db/schema/subscription.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { assertRoomForCard } from '../../domain/card/start.ts';
import { faceOf, usableCard } from '../../domain/card/use.ts';
import { lockForCheckout } from '../../domain/cart/change.ts';
import type { CartView } from '../../domain/cart/view.ts';
import { freeze } from '../../domain/checkout/freeze.ts';
import { freezePlan } from '../../domain/checkout/freezePlan.ts';
import { assertStore } from '../../domain/checkout/methods.ts';
import { assertShowable } from '../../domain/checkout/payerLetters.ts';
import { findCheckout, renewCheckout, storeCheckout } from '../../domain/checkout/store.ts';
import { addressMissing } from '../../domain/document/contract.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { body, params } from '../../middleware/parse.ts';
import { write } from '../../middleware/write.ts';
import { presentCart } from '../../present/shopCart.ts';
import { presentCheckout, presentReoffer } from '../../present/shopCheckout.ts';

type CheckoutBody = z.input<typeof checkoutSchema>;
type ChangeBody = z.input<typeof checkoutChangeSchema>;

const checkoutParams = z.object({ id: z.uuid() });

/** POST /api/shop/checkout/, GET /api/shop/checkout/{id}/, POST /api/shop/checkout/{id}/renew/ (product.md 3.5, money.md 4.3). */
export function checkoutRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);

  app.post('/', signedIn, body(checkoutBodySchema), (c) => {
    const input = c.req.valid('json');
    return write<CheckoutBody>(c, deps, async (tx) => {
      const checkout = await openCheckout(tx, deps, currentUser(c).id, input);
      return { status: 201, body: await presentCheckout(deps, checkout, null) };
    });
  });

  app.get('/:id/', signedIn, params(checkoutParams), async (c) => {
    const found = await findCheckout(deps.db, currentUser(c).id, c.req.valid('param').id);
    if (!found) throw notFound();
    c.header('Cache-Control', 'no-store');
    return c.json(await presentCheckout(deps, found.checkout, found.orderId));
  });

  app.post('/:id/renew/', signedIn, params(checkoutParams), (c) => {
    const { id } = c.req.valid('param');
    return write<ChangeBody>(c, deps, async (tx) => {
      const found = await findCheckout(tx, currentUser(c).id, id);
      if (!found) throw notFound();
      const { checkout, orderId } = found;
      // An offer that became an order says so; it needs no more time.
      if (orderId === null)
        return { body: await presentReoffer(deps, await renewCheckout(tx, deps, checkout)) };
      const body = await presentReoffer(deps, { changes: [], couponGone: false, checkout });
      return { body: { ...body, checkout: await presentCheckout(deps, checkout, orderId) } };
    });
  });

  return app;
}

/** The cart that the buyer saw, locked. If it has changed, the present cart is shown instead (money.md 7, row 4). */
async function seenCart(tx: Tx, deps: Deps, userId: number, version: number): Promise<CartView> {
  const view = await lockForCheckout(tx, deps, userId);
  if (view.version === version) return view;
  const cart = await presentCart(tx, deps, view);
  const detail = 'カートの内容が変わりました。内容をご確認のうえ、もう一度お進みください。';
  throw new ApiError(412, 'cart_changed', detail, { data: { cart } });
}

/**
 * Checks what a method needs besides. Nothing is needed when there is nothing to pay, and no card when a guardian is
 * asked first.
 */
function assertPayable(
  deps: Deps,
  { method, cvs_code, gmo_token, payer }: CheckoutInput,
  card: KeptCard,
  needsGuardian: boolean,
): void {
  assertShowable(method, payer);
  if (method === 'cvs') assertStore(deps, cvs_code ?? null);
  if (method !== 'card' || needsGuardian || card !== null) return;
  if (!gmo_token) throw invalid({ gmo_token: ['カード情報を入力してください。'] });
}

type KeptCard = CardRow | null;

/** The kept card to charge, if a payment by card names one. */
async function keptCard(
  tx: Tx,
  deps: Deps,
  userId: number,
  { method, card_id = null }: CheckoutInput,
): Promise<KeptCard> {
  return method === 'card' && card_id !== null ? usableCard(tx, userId, card_id, deps.clock.now()) : null;
}

function cardWish({ card: typed }: CheckoutInput, kept: KeptCard) {
  if (kept) return { cardId: kept.id, card: faceOf(kept) };
  return { cardId: null, card: typed ? { brand: typed.brand, last4: typed.last4 } : null };
}

/** A plan is bought alone, with a card that is kept for the later charges (money.md 4.14). */
async function openPlanCheckout(
  tx: Tx,
  deps: Deps,
  { userId, input, card, plan }: { userId: number; input: CheckoutInput; card: KeptCard; plan: string },
): Promise<CheckoutRow> {
  const frozen = await freezePlan(tx, deps, {
    userId,
    productIds: [plan],
    couponId: null,
    method: input.method,
    cvsCode: null,
    ...cardWish(input, card),
    saveCard: card === null,
    offeredAt: deps.clock.now(),
  });
  if (card === null) await assertRoomForCard(tx, userId);
  assertPayable(deps, input, card, false);
  const token = card === null ? (input.gmo_token ?? null) : null;
  return storeCheckout(tx, deps, { userId, cartVersion: null, frozen, payer: input.payer, token });
}

/** Contract papers that nobody confirms go by post (money.md 4.18), so their address is asked before the offer. */
function assertPostable({ address }: CheckoutBodyInput, needsPapers: boolean): void {
  if (!needsPapers || address !== undefined) return;
  throw invalid(
    { 'address.postal_code': ['契約の書面をお送りするご住所を入力してください。'] },
    addressMissing,
  );
}

async function openCheckout(
  tx: Tx,
  deps: Deps,
  userId: number,
  input: CheckoutBodyInput,
): Promise<CheckoutRow> {
  const card = await keptCard(tx, deps, userId, input);
  if (input.plan !== undefined) return openPlanCheckout(tx, deps, { userId, input, card, plan: input.plan });
  if (input.cart_version === undefined) throw invalid({ cart_version: ['カートの内容を指定してください。'] });
  const view = await seenCart(tx, deps, userId, input.cart_version);
  const frozen = await freeze(tx, deps, {
    userId,
    productIds: view.lines.map(({ product }) => product.id),
    couponId: view.pricing.discount > 0 ? (view.coupon?.held.coupon.id ?? null) : null,
    method: input.method,
    cvsCode: input.cvs_code ?? null,
    ...cardWish(input, card),
    saveCard: card === null && (input.save_card ?? false),
    offeredAt: deps.clock.now(),
  });
  if (frozen.snapshot.saveCard) await assertRoomForCard(tx, userId);
  const { total, needsGuardian, needsPapers } = frozen.snapshot;
  assertPostable(input, needsPapers);
  if (total > 0) assertPayable(deps, input, card, needsGuardian);
  const token = card === null ? (input.gmo_token ?? null) : null;
  const { payer, address } = input;
  return storeCheckout(tx, deps, { userId, cartVersion: view.version, frozen, payer, address, token });
}
