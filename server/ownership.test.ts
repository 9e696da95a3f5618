import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documents, orders } from './db/schema/order.ts';
import { carts } from './db/schema/shop.ts';
import { cards, subscriptions } from './db/schema/subscription.ts';
import { operations } from './openapi.ts';
import { bodyOf, refusalOf } from './testing/answers.ts';
import { fillCart, openCheckout, openTestShop, signInBuyer, type TestShop } from './testing/buyer.ts';
import { storeGoods } from './testing/goods.ts';
import { storeSeller } from './testing/paidOrders.ts';
import { storePlan, subscribe } from './testing/plans.ts';
import { buy, refundAccount } from './testing/refunds.ts';
import type { SignedIn } from './testing/users.ts';

/** Places that name no one's thing, and why. Every other one with a parameter belongs to somebody. */
const open = new Map([
  ['/api/shop/plan/{id}/', 'what is on sale is for everybody'],
  ['/api/shop/cart/item/{id}/', 'what is not in the own cart is left where it is'],
  ['/api/shop/guardian/{token}/', 'who has the secret link of the mail is the guardian, without a login'],
]);

const walked = operations.filter(
  ({ path }) =>
    (path.startsWith('/api/shop/') || path.startsWith('/accounts/card/')) &&
    path.includes('{') &&
    ![...open.keys()].some((place) => path.startsWith(place)),
);

/** A body that is good for each write that takes one, so that only the owner is in question. */
const bodies: Record<string, unknown> = {
  'post /api/shop/order/{id}/retry/': { method: 'cvs', cvs_code: '10001' },
  'post /api/shop/order/{id}/cancel/': {},
  'post /api/shop/order/{id}/refund/': { kind: 'voluntary', number: 'R000000000000' },
  'put /api/shop/order/{id}/refund-account/': refundAccount,
  'post /api/shop/order/{id}/receipt/': { name: '山田 太郎', honorific: '様' },
  'post /api/shop/checkout/{id}/consent/': { steps: ['means'], text_version: 1 },
  'post /api/shop/subscription/{id}/cancel/': {},
  'post /api/shop/subscription/{id}/card/': { card_id: 1 },
  'post /api/shop/subscription/{id}/price/': { price: 2980, agree: true },
  'patch /accounts/card/{id}/': { is_default: true },
};

let shop: TestShop;
let buyer: SignedIn;
let other: SignedIn;
/** The buyer's things, by the beginning of their place. */
let ids: Record<string, string>;

beforeAll(async () => {
  shop = await openTestShop();
  const { app } = shop;
  await storeSeller(app);
  const { buyer: subscriber, id: subscription } = await subscribe(shop, await storePlan(app));
  buyer = subscriber;
  other = await signInBuyer(app);
  const { order } = await buy(shop, buyer.id, [9800]);
  const { token } = buyer;
  const json = { name: '山田 太郎', honorific: '様' };
  const receipt = await bodyOf<{ id: string }>(
    app.call('POST', `/api/shop/order/${order.id}/receipt/`, { token, json }),
  );
  await fillCart(app, buyer, [await storeGoods(app.deps)]);
  const { checkout_id } = await openCheckout(app, buyer, { method: 'cvs', cvs_code: '10001' });
  const [card] = await app.db.select().from(cards).where(eq(cards.userId, buyer.id));
  ids = {
    '/api/shop/order/': String(order.id),
    '/api/shop/document/': receipt.id,
    '/api/shop/checkout/': checkout_id,
    '/api/shop/subscription/': String(subscription),
    '/accounts/card/': String(card?.id),
  };
});
afterAll(() => shop.gateway.stop());

/** Calls every one of them as somebody; answers what was not as it should be. */
async function walk(token: string | undefined, isRight: (refusal: string) => boolean): Promise<string[]> {
  const wrong: string[] = [];
  for (const { method, path, body } of walked) {
    const name = `${method} ${path}`;
    const id = Object.entries(ids).find(([place]) => path.startsWith(place))?.[1];
    if (id === undefined || (body !== undefined && !(name in bodies))) {
      wrong.push(`${name}: this test has no id or no body for it`);
      continue;
    }
    const answer = await shop.app.call(method.toUpperCase(), path.replace(/\{\w+\}/, id), {
      ...(token === undefined ? {} : { token }),
      ...(method === 'get' ? {} : { key: randomUUID() }),
      ...(body === undefined ? {} : { json: bodies[name] }),
    });
    const refusal = answer.status < 400 ? String(answer.status) : await refusalOf(answer);
    if (!isRight(refusal)) wrong.push(`${name}: ${refusal}`);
  }
  return wrong;
}

/** What is stored of the buyer's things. */
const stored = async () => {
  const { db } = shop.app;
  return {
    orders: await db.select().from(orders),
    subscriptions: await db.select().from(subscriptions),
    documents: await db.select().from(documents),
    cards: await db.select().from(cards),
    carts: await db.select().from(carts).where(eq(carts.userId, buyer.id)),
  };
};

it('row 112: whatever a place of the shop or a card names is there for its owner alone', async () => {
  expect(walked.length).toBeGreaterThan(20);
  const before = await stored();
  expect(await walk(undefined, (refusal) => refusal === '401 unauthorized')).toEqual([]);
  expect(await walk(other.token, (refusal) => refusal === '404 not_found')).toEqual([]);
  expect(await stored()).toEqual(before);
  // The places, the numbers and the bodies are real ones: their owner is never told that there is no such thing.
  expect(await walk(buyer.token, (refusal) => !/^40[014] /.test(refusal))).toEqual([]);
});

it('row 112: the places that are open name nothing of somebody’s own', async () => {
  const { app } = shop;
  const cart = () =>
    bodyOf<{ items: { id: string }[] }>(app.call('GET', '/api/shop/cart/', { token: buyer.token }));
  await fillCart(app, buyer, [await storeGoods(app.deps)]);
  const { items } = await cart();
  const place = `/api/shop/cart/item/${items[0]?.id}/`;
  expect(await refusalOf(app.call('DELETE', place))).toBe('401 unauthorized');
  expect((await app.call('DELETE', place, { token: other.token })).status).toBe(200);
  expect((await cart()).items).toEqual(items);
  const link = `/api/shop/guardian/${ids['/api/shop/order/']}/order/`;
  expect(await refusalOf(app.call('GET', link, { token: other.token }))).toBe('404 not_found');
});
