import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consentSteps, consentVersion, type DocumentList } from '#contracts/shopDocument.ts';
import { documents, gatewayCommands, orderItems, orders, paymentAttempts } from '../../db/schema/order.ts';
import { contractConsents } from '../../db/schema/paper.ts';
import { cartItems, checkouts } from '../../db/schema/shop.ts';
import { openBuyer } from '../../domain/order/buyer.ts';
import { openSealed } from '../../domain/order/sealed.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import {
  type CheckoutBody,
  confirmCheckout,
  fillCart,
  home,
  type MadeBody,
  openCheckout,
  openTestShop,
  order,
  type Paying,
  payer,
  runMoney,
  signInBuyer,
  type TestShop,
} from '../../testing/buyer.ts';
import { storeCourse } from '../../testing/catalog.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import { setCourse } from '../../testing/goods.ts';
import { storeSeller } from '../../testing/paidOrders.ts';
import type { SignedIn } from '../../testing/users.ts';

let shop: TestShop;
let app: TestApp;
let buyer: SignedIn;
let product: string;
const bank: Paying = { method: 'bank', address: home };

beforeEach(async () => {
  shop = await openTestShop();
  app = shop.app;
  buyer = await signInBuyer(app);
  product = `course-${(await storeCourse(app.deps)).id}`;
  await storeSeller(app);
});
afterEach(() => shop.gateway.stop());

/** The offer of one course for a year at this price. */
async function offer(price: number): Promise<CheckoutBody> {
  await setCourse(app.deps, product, { price });
  await fillCart(app, buyer, [product]);
  return openCheckout(app, buyer, bank);
}
const agree = ({ checkout_id }: CheckoutBody, steps: readonly string[]) =>
  app.call('POST', `/api/shop/checkout/${checkout_id}/consent/`, {
    token: buyer.token,
    json: { steps, text_version: consentVersion },
  });
const papersOf = async (order: number) =>
  (await bodyOf<DocumentList>(app.call('GET', `/api/shop/order/${order}/document/`, { token: buyer.token })))
    .results;

describe('an order that needs papers about the contract', () => {
  it('row 108: is not made without every consent, and nothing of it is stored', async () => {
    const checkout = await offer(50_001);
    expect(checkout).toMatchObject({ needs_papers: true, total: 50_001 });
    expect(await refusalOf(confirmCheckout(app, buyer, checkout))).toBe('409 document_pending');
    expect((await agree(checkout, ['means', 'openable'])).status).toBe(200);
    expect(await refusalOf(confirmCheckout(app, buyer, checkout, { key: null }))).toBe(
      '409 document_pending',
    );
    for (const table of [orders, orderItems, paymentAttempts, gatewayCommands, documents])
      expect(await app.db.select().from(table)).toEqual([]);
    expect(await app.db.select().from(cartItems)).toHaveLength(1);
  });

  it('row 108: is made with all consents, and both papers are filed with it', async () => {
    const checkout = await offer(50_001);
    await confirmCheckout(app, buyer, checkout);
    expect(await bodyOf(agree(checkout, consentSteps))).toMatchObject({ is_complete: true });
    // The same press, with the same key: a refusal is not stored.
    const answer = await confirmCheckout(app, buyer, checkout);
    expect(answer.status).toBe(201);
    const { order: made } = await bodyOf<MadeBody>(answer);
    expect((await papersOf(made.id)).map(({ kind, number }) => [kind, number])).toEqual([
      ['outline', `${made.order_no}-O1`],
      ['contract', `${made.order_no}-C1`],
    ]);
    const consents = await app.db.select().from(contractConsents);
    expect(consents.map(({ orderId, step }) => [orderId, step])).toEqual(
      consentSteps.map((step) => [made.id, step]),
    );
  });

  it('row 108: is not made with consent to an earlier text; the consent to the new one counts', async () => {
    const checkout = await offer(50_001);
    await agree(checkout, consentSteps);
    await app.db.update(contractConsents).set({ textVersion: consentVersion - 1 });
    expect(await refusalOf(confirmCheckout(app, buyer, checkout))).toBe('409 document_pending');
    expect(await bodyOf(agree(checkout, consentSteps))).toMatchObject({ is_complete: true });
    expect((await confirmCheckout(app, buyer, checkout)).status).toBe(201);
    const consents = await app.db.select().from(contractConsents);
    expect(consents.map(({ textVersion }) => textVersion)).toEqual(consentSteps.map(() => consentVersion));

    // What the order was made with stays as evidence, whatever is agreed to later.
    await app.db.update(contractConsents).set({ textVersion: consentVersion - 1 });
    const kept = await app.db.select().from(contractConsents);
    app.clock.advance(1000);
    await agree(checkout, consentSteps);
    expect(await app.db.select().from(contractConsents)).toEqual(kept);
  });

  it('is one above 50,000 yen: at 50,000 there are neither steps nor papers', async () => {
    const checkout = await offer(50_000);
    expect(checkout).toMatchObject({ needs_papers: false });
    const answer = await confirmCheckout(app, buyer, checkout);
    expect(answer.status).toBe(201);
    expect(await papersOf((await bodyOf<MadeBody>(answer)).order.id)).toEqual([]);
  });
});

describe('the postal address for papers', () => {
  const buyerOf = async (id: number) => {
    const [stored] = await app.db.select().from(orders).where(eq(orders.id, id));
    return openBuyer(app.deps.keys, { buyer: String(stored?.buyer) });
  };
  const ordered = async () => {
    const checkout = await offer(50_001);
    await agree(checkout, consentSteps);
    return (await bodyOf<MadeBody>(confirmCheckout(app, buyer, checkout))).order;
  };

  it('is asked before the offer: without it, or with a wrong one, nothing is frozen', async () => {
    await setCourse(app.deps, product, { price: 50_001 });
    const cart_version = await fillCart(app, buyer, [product]);
    const post = (fields: object) =>
      app.call('POST', '/api/shop/checkout/', {
        token: buyer.token,
        json: { cart_version, payer, method: 'bank', ...fields },
      });
    for (const [fields, wrong] of [
      [{}, 'address.postal_code'],
      [{ address: { ...home, prefecture: '江戸' } }, 'address.prefecture'],
      [{ address: { ...home, street: '' } }, 'address.street'],
    ] as const) {
      const answer = await post(fields);
      expect(answer.status).toBe(400);
      expect(Object.keys((await bodyOf<FailureBody>(answer)).fields ?? {})).toEqual([wrong]);
    }
    expect(await app.db.select().from(checkouts)).toEqual([]);
    expect((await post({ address: home })).status).toBe(201);
  });

  it('is sealed with the buyer, stays when another pays, and is in no answer', async () => {
    const made = await ordered();
    expect((await buyerOf(made.id)).address).toEqual(home);
    const paths = [`order/${made.id}/`, `order/${made.id}/status/`, `order/${made.id}/document/`];
    const [offered] = await app.db.select().from(checkouts);
    for (const path of [...paths, `checkout/${offered?.id}/`]) {
      const answer = await app.call('GET', `/api/shop/${path}`, { token: buyer.token });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(await answer.text()).not.toMatch(/千代田|1000001|みほん荘/);
    }
    expect(JSON.stringify([offered, await app.db.select().from(orders)])).not.toMatch(/千代田|1000001/);
    await runMoney(app);
    const json = { method: 'cvs', cvs_code: '10001', payer: { ...payer, family_name: '佐藤' } };
    const again = app.call('POST', `/api/shop/order/${made.id}/retry/`, { token: buyer.token, json });
    expect((await again).status).toBeLessThan(300);
    expect(await buyerOf(made.id)).toMatchObject({ payer: { family_name: '佐藤' }, address: home });
  });

  it('is not kept for an order without papers', async () => {
    await setCourse(app.deps, product, { price: 50_000 });
    const made = await order(app, buyer, [product], bank);
    expect(await buyerOf(made.id)).not.toHaveProperty('address');
    const [offered] = await app.db.select().from(checkouts);
    expect(await openSealed(app.deps.keys, offered?.payer ?? '')).not.toHaveProperty('address');
  });

  it('is missing in an offer that came to need papers later: it is asked for, and nothing is ordered', async () => {
    await offer(50_000);
    const [old] = await app.db.select().from(checkouts);
    await setCourse(app.deps, product, { price: 50_001 });
    const { checkout } = await bodyOf<{ checkout: CheckoutBody }>(
      app.call('POST', `/api/shop/checkout/${old?.id}/renew/`, { token: buyer.token }),
    );
    expect(checkout).toMatchObject({ needs_papers: true });
    await agree(checkout, consentSteps);
    const refused = await confirmCheckout(app, buyer, checkout);
    expect((await bodyOf<FailureBody>(refused)).detail).toContain('ご住所を入力してください');
    expect(refused.status).toBe(409);
    expect(await app.db.select().from(orders)).toEqual([]);
  });
});
