import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consentSteps, consentVersion, type DocumentList } from '#contracts/shopDocument.ts';
import { documents, gatewayCommands, orderItems, orders, paymentAttempts } from '../../db/schema/order.ts';
import { contractConsents } from '../../db/schema/paper.ts';
import { cartItems } from '../../db/schema/shop.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import {
  type CheckoutBody,
  confirmCheckout,
  fillCart,
  type MadeBody,
  openCheckout,
  openTestShop,
  type Paying,
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
const bank: Paying = { method: 'bank' };

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

  it('is one above 50,000 yen: at 50,000 there are neither steps nor papers', async () => {
    const checkout = await offer(50_000);
    expect(checkout).toMatchObject({ needs_papers: false });
    const answer = await confirmCheckout(app, buyer, checkout);
    expect(answer.status).toBe(201);
    expect(await papersOf((await bodyOf<MadeBody>(answer)).order.id)).toEqual([]);
  });
});
