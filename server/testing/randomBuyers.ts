/**
 * Buyers of a random world who order the way people do (money.md 4.3): cart, checkout, the press of 「注文を確定する」.
 * Answers get lost, buttons are pressed twice, one cart becomes two offers, prices move; and the process may die at any
 * await of it.
 */
import { eq, inArray } from 'drizzle-orm';
import { expect } from 'vitest';
import { couponHolds, grants, type OrderRow, orderItems } from '../db/schema/order.ts';
import { isOpen } from '../domain/order/close.ts';
import { isLive, isSettled } from '../domain/order/policy.ts';
import { home, payer } from './buyer.ts';
import { setCourse } from './goods.ts';
import { typedCard } from './plans.ts';
import { attemptsOf, live, ordersOf, pick, quietly, randomWish, type World, work } from './randomWorld.ts';
import { minute } from './shop.ts';
import type { SignedIn } from './users.ts';

/** An offer whose text a buyer has seen. */
type Offer = { id: string; hash: string; total: number };

/** What a press was answered: its order, or a refusal; `null`: no answer came. */
type Press = { offerId: string; hash: string; status: number | null; orderId: number | null };

export type Shopper = { person: SignedIn; offers: Offer[]; presses: Press[] };

type Ask = { method: 'GET' | 'POST'; path: string; json?: object; key?: string };
type Reply = { status: number; body: Record<string, unknown> };

/** Calls the server, all at the same time. `null`: the process died, or the answer was lost on its way. */
async function callTogether(world: World, { person }: Shopper, asks: readonly Ask[]) {
  const lost: (Reply | null)[] = asks.map(() => null);
  let replies = lost;
  await live(world, async () => {
    const answers = await Promise.all(
      asks.map(async ({ method, path, json, key }) =>
        world.server.request(path, {
          method,
          headers: {
            'Content-Type': 'application/json',
            Authorization: `Bearer ${person.token}`,
            // Everybody has their own network: refused cards of others do not close this buyer's way to pay.
            'X-Forwarded-For': `10.0.${person.id >> 8}.${person.id & 255}`,
            ...(key === undefined ? {} : { 'Idempotency-Key': key }),
          },
          ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        }),
      ),
    );
    if (world.process.isDead()) return;
    replies = await Promise.all(
      answers.map(async (answer, i) => {
        const body = (await answer.json()) as Record<string, unknown>;
        if (answer.status >= 500)
          throw new Error(`${asks[i]?.path}: ${answer.status} ${JSON.stringify(body)}`);
        return { status: answer.status, body };
      }),
    );
  });
  return replies.map((reply) => (world.random() < 0.1 ? null : reply));
}

const call = async (world: World, shopper: Shopper, ask: Ask): Promise<Reply | null> =>
  (await callTogether(world, shopper, [ask]))[0] ?? null;

/** Keeps an offer that was shown. */
function see(shopper: Shopper, shown: unknown): void {
  const { checkout_id, confirm_hash, total } = (shown ?? {}) as Record<string, unknown>;
  if (typeof checkout_id !== 'string') return;
  const offer = { id: checkout_id, hash: String(confirm_hash), total: Number(total) };
  if (!shopper.offers.some(({ id, hash }) => id === offer.id && hash === offer.hash))
    shopper.offers.push(offer);
}

/** Logs in anew: what was open may have expired since. */
async function enter(world: World, shopper: Shopper): Promise<void> {
  shopper.person = await world.shop.app.signIn(shopper.person);
}

async function fill(world: World, shopper: Shopper): Promise<void> {
  for (const id of world.courseIds)
    if (world.random() < 0.6)
      await call(world, shopper, {
        method: 'POST',
        path: '/api/shop/cart/item/',
        json: { product_id: `course-${id}` },
      });
}

/** Freezes what is in the cart. */
async function freeze(world: World, shopper: Shopper): Promise<void> {
  const cart = await call(world, shopper, { method: 'GET', path: '/api/shop/cart/' });
  if (cart === null) return;
  const wish = randomWish(world.random);
  const more = {
    card: () => typedCard(world.shop, wish.method === 'card' ? wish.card : undefined),
    cvs: () => ({ cvs_code: '10001' }),
    bank: () => ({}),
  }[wish.method]();
  const made = await call(world, shopper, {
    method: 'POST',
    path: '/api/shop/checkout/',
    json: { cart_version: cart.body.version, payer, address: home, method: wish.method, ...more },
  });
  if (made?.status === 201) see(shopper, made.body);
}

/** Presses the button of each of these offers, all at the same time. */
async function press(world: World, shopper: Shopper, offers: readonly Offer[]): Promise<void> {
  const replies = await callTogether(
    world,
    shopper,
    offers.map(({ id, hash }) => ({
      method: 'POST',
      path: '/api/shop/order/',
      json: { checkout_id: id, confirm_hash: hash, agree: true },
      key: id,
    })),
  );
  for (const [i, reply] of replies.entries()) {
    const { id: offerId = '', hash = '' } = offers[i] ?? {};
    const order = reply?.body.order as { id?: number } | undefined;
    const orderId = reply?.status === 201 ? Number(order?.id) : null;
    shopper.presses.push({ offerId, hash, status: reply?.status ?? null, orderId });
    // 412 shows the present offer.
    if (reply?.status === 412) see(shopper, reply.body.checkout);
  }
}

/** A price moves. */
const movePrice = (world: World) =>
  setCourse(world.shop.app.deps, `course-${pick(world.random, world.courseIds)}`, {
    price: 3000 + 1000 * Math.floor(world.random() * 6),
  });

/** The buyer pays what they have ordered: at the bank's page, at a till, by a transfer. */
async function pay(world: World, { person }: Shopper): Promise<void> {
  const { gateway } = world.shop;
  await live(world, work);
  const own = (await ordersOf(world)).filter(
    ({ userId, status }) => userId === person.id && isOpen({ status }),
  );
  for (const { id } of own)
    for (const attempt of (await attemptsOf(world, id)).filter(isLive)) {
      const trade = gateway.trade(attempt.gatewayOrderId);
      if (trade?.cvs) quietly(() => gateway.payAtTill(trade.orderId));
      else if (trade?.bank) quietly(() => gateway.deposit(trade.orderId, { amount: trade.amount }));
      else if (trade?.challenge) {
        gateway.challenge(trade.orderId, 'pass');
        const back = `/api/payment/gmo/return/${attempt.returnRef}/`;
        await live(world, async () => world.server.request(back, { method: 'POST' }));
      }
    }
  await live(world, work);
}

/** The whole way to an order, with what may come in between. */
async function wholeWay(world: World, shopper: Shopper): Promise<void> {
  const { random } = world;
  const known = shopper.offers.length;
  await fill(world, shopper);
  for (let turn = random() < 0.3 ? 2 : 1; turn > 0; turn -= 1) await freeze(world, shopper);
  const shown = shopper.offers.slice(known);
  if (random() < 0.35) await movePrice(world);
  if (random() < 0.05) {
    world.shop.app.clock.advance(26 * minute);
    await enter(world, shopper);
  }
  const isTwice = random() < 0.3;
  await press(world, shopper, isTwice ? [...shown, ...shown] : shown);
  if (random() < 0.6) await pay(world, shopper);
}

/** Somebody shops, or comes back to an offer of theirs: in another tab, by the back button, after a lost answer. */
export async function goShopping(world: World): Promise<void> {
  if (world.shoppers.length === 0) return;
  const shopper = pick(world.random, world.shoppers);
  await enter(world, shopper);
  if (shopper.offers.length === 0 || world.random() < 0.5) return wholeWay(world, shopper);
  const offer = pick(world.random, shopper.offers.slice(-3));
  if (world.random() < 0.7) {
    const how = world.random();
    // Sometimes with the text of another offer, as a page that shows an old one does (row 19).
    const other = shopper.offers.find(({ hash }) => hash !== offer.hash);
    const pressed = how > 0.8 && other ? { ...offer, hash: other.hash } : offer;
    return press(world, shopper, how < 0.5 ? [pressed] : [pressed, pressed]);
  }
  const path = `/api/shop/checkout/${offer.id}/renew/`;
  const renewed = await call(world, shopper, { method: 'POST', path });
  if (renewed?.status === 200) see(shopper, renewed.body.checkout);
}

/**
 * An order has the text and the sum that were shown; a checkout that was refused has none. That one checkout makes one
 * order at most is certain by the table's key.
 */
function judgeOffers({ presses, offers, person }: Shopper, all: readonly OrderRow[]): void {
  const own = all.filter(({ userId }) => userId === person.id);
  for (const id of new Set(offers.map((offer) => offer.id))) {
    const about = `checkout ${id}`;
    const made = own.filter(({ checkoutId }) => checkoutId === id);
    const tried = presses.filter(({ offerId }) => offerId === id);
    const accepted = tried.filter(({ status }) => status === 201);
    expect(
      accepted.filter(({ orderId }) => orderId !== made[0]?.id),
      `${about}: accepted, and another order`,
    ).toEqual([]);
    const mayBe = tried.some(({ status }) => status === 201 || status === null);
    expect(made.length > 0 && !mayBe, `${about}: refused, and an order all the same`).toBe(false);
  }
  for (const { checkoutId, confirmHash, total, id } of own) {
    const seen = offers.filter((offer) => offer.id === checkoutId && offer.hash === confirmHash);
    expect(
      seen.map((offer) => offer.total),
      `order ${id}: the sum that was shown`,
    ).toContain(total);
    const pressed = presses.some(({ offerId, hash }) => offerId === checkoutId && hash === confirmHash);
    expect(pressed, `order ${id}: its text was agreed to`).toBe(true);
  }
}

/** Nobody has paid twice for one course; no coupon is gone for an order that nobody has paid. */
export async function judgeBuyers(world: World, all: readonly OrderRow[]): Promise<void> {
  const { db } = world.shop.app;
  for (const shopper of world.shoppers) judgeOffers(shopper, all);
  const buyers = new Set(world.shoppers.map(({ person }) => person.id));
  const bought = all.filter(({ userId, status }) => buyers.has(userId ?? 0) && isSettled(status));
  const rows = await db
    .select({ orderId: orderItems.orderId, courses: orderItems.courses, ended: grants.ended })
    .from(orderItems)
    .innerJoin(grants, eq(grants.orderItemId, orderItems.id))
    .where(inArray(orderItems.orderId, [...bought.map(({ id }) => id), 0]));
  const owners = new Map(bought.map(({ id, userId }) => [id, userId]));
  const kept = rows
    .filter(({ ended }) => ended === null)
    .flatMap(({ orderId, courses }) =>
      courses.map((course) => `user ${owners.get(orderId)} course ${course}`),
    );
  expect(
    kept.filter((one, i) => kept.indexOf(one) !== i),
    'paid in two orders',
  ).toEqual([]);
  const holds = await db.select().from(couponHolds).where(eq(couponHolds.couponId, world.couponId));
  const paid = new Set(all.filter(({ status }) => isSettled(status)).map(({ id }) => id));
  expect(
    holds.filter(({ state, orderId }) => state === 'used' && !paid.has(orderId)),
    'coupons used by unpaid orders',
  ).toEqual([]);
}
