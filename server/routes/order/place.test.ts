import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inventories } from '../../db/schema/learning.ts';
import {
  couponHolds,
  gatewayCommands,
  grants,
  ledgerEntries,
  orders,
  paymentAttempts,
} from '../../db/schema/order.ts';
import { cartItems, checkouts } from '../../db/schema/shop.ts';
import { idempotencyKeys } from '../../db/schema/system.ts';
import { transaction } from '../../db/transaction.ts';
import { openBuyer } from '../../domain/order/buyer.ts';
import { noteAnswer } from '../../domain/order/gatewayHealth.ts';
import { placeOrder } from '../../domain/order/place.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import {
  closeGateway,
  confirmCheckout,
  fillCart,
  type MadeBody,
  openCheckout,
  openTestShop,
  order,
  type Paying,
  readOrder,
  readState,
  runMoney,
  signInBuyer,
  storeCoupon,
  type TestShop,
} from '../../testing/buyer.ts';
import { storeCourse } from '../../testing/catalog.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import { takeMail, takeMails } from '../../testing/mails.ts';
import type { SignedIn } from '../../testing/users.ts';

const minute = 60_000;
let shop: TestShop;
let app: TestApp;
let buyer: SignedIn;
let product: string;
const cvs: Paying = { method: 'cvs', cvs_code: '10001' };

beforeEach(async () => {
  shop = await openTestShop();
  app = shop.app;
  buyer = await signInBuyer(app);
  product = `course-${(await storeCourse(app.deps)).id}`;
});
afterEach(() => shop.gateway.stop());

const card = (): Paying => ({
  method: 'card',
  gmo_token: shop.gateway.token('challenge'),
  card: { brand: 'VISA', last4: '1111', expiry: '3912' },
});

const ordersStored = () => app.db.select().from(orders);
const countOf = async (table: typeof orders | typeof couponHolds | typeof paymentAttempts) =>
  (await app.db.select({ id: table.id }).from(table)).length;

type ChangedBody = {
  code: string;
  changes: { title: string; before: string; after: string }[];
  checkout: { checkout_id: string; confirm_hash: string; total: number; card_expired: boolean } | null;
  coupon_gone: boolean;
};

describe('POST /api/shop/order/', () => {
  it('stores the order with its text, its buyer and a first command, and talks to nobody yet', async () => {
    await fillCart(app, buyer, [product]);
    const checkout = await openCheckout(app, buyer, cvs);
    const answer = await confirmCheckout(app, buyer, checkout);
    expect(answer.status).toBe(201);
    const { order: made, state } = await bodyOf<MadeBody>(answer);
    expect(made).toMatchObject({ status: 'confirmed', total: 9800, method: 'cvs' });
    expect(made.items).toMatchObject([{ product_id: product, paid: 9800, inventory: null }]);
    expect(made.order_no).toMatch(/^K260410-[A-HJ-NP-Z2-9]{8}$/);
    expect(state).toMatchObject({ next: 'poll', is_uncharged: false });
    const [stored] = await ordersStored();
    const [kept] = await app.db.select().from(checkouts);
    expect(stored).toMatchObject({
      confirmText: kept?.confirmText,
      confirmHash: checkout.confirm_hash,
      confirmVersion: 1,
      isTest: true,
    });
    expect(stored?.buyer).not.toContain('山田');
    expect(await openBuyer(app.deps.keys, { buyer: String(stored?.buyer) })).toMatchObject({
      email: buyer.email,
      payer: { family_name: '山田', phone: '09012345678' },
    });
    expect(await app.db.select().from(cartItems)).toEqual([]);
    expect(await app.db.select({ state: gatewayCommands.state }).from(gatewayCommands)).toEqual([
      { state: 'ready' },
    ]);
    expect(shop.gateway.books().trades).toEqual([]);
    expect((await takeMail(app)).kind).toBe('order-ordered');
  });

  it('a slip is shown as soon as the gateway has issued it, and mailed with its numbers', async () => {
    const { id } = await order(app, buyer, [product], cvs);
    await takeMails(app);
    await runMoney(app);
    const shown = await readOrder(app, buyer, id);
    expect(shown).toMatchObject({
      status: 'awaiting_payment',
      can_cancel: true,
      can_retry: true,
      payment: { status: 'open', received: 0, rest: 9800, cvs: { name: 'ローソン' } },
    });
    const number = String(shown.payment.cvs?.receipt_no);
    expect(number).toMatch(/\d/);
    expect(await readState(app, buyer, id)).toMatchObject({ next: 'done', is_uncharged: false });
    const mail = await takeMail(app);
    expect(mail.kind).toBe('order-slip');
    expect(mail.text).toContain(`受付番号: ${number}`);
    expect(mail.text).toContain(`/mypage/history/${id}`);
  });

  it('a card leads to the bank’s page, and pays when the buyer comes back', async () => {
    const { id, order_no } = await order(app, buyer, [product], card());
    const [held] = await app.db.select({ token: checkouts.token }).from(checkouts);
    expect(held).toEqual({ token: null });
    await runMoney(app);
    const state = await readState(app, buyer, id);
    expect(state.next).toBe('3ds');
    expect(state.redirect_url).toContain(shop.gateway.url);
    shop.gateway.challenge(`${order_no}-01`);
    app.clock.advance(10 * minute);
    await runMoney(app);
    expect(await readState(app, buyer, id)).toMatchObject({ next: 'done', status: 'paid' });
    const shown = await readOrder(app, buyer, id);
    const [item] = await app.db.select().from(inventories);
    expect(shown.items[0]?.inventory).toBe(item?.id);
    expect(shown).toMatchObject({
      can_refund: true,
      can_cancel: false,
      payment: { status: 'paid', rest: 0 },
    });
    expect((await takeMails(app)).map(({ kind }) => kind)).toEqual(['order-ordered', 'order-paid']);
  });

  it('row 5: what was put into the cart after the checkout stays there', async () => {
    await fillCart(app, buyer, [product]);
    const checkout = await openCheckout(app, buyer, cvs);
    const later = `course-${(await storeCourse(app.deps)).id}`;
    await fillCart(app, buyer, [later]);
    const { order: made } = await bodyOf<MadeBody>(confirmCheckout(app, buyer, checkout));
    expect(made.items.map((item) => item.product_id)).toEqual([product]);
    expect(await app.db.select({ productId: cartItems.productId }).from(cartItems)).toEqual([
      { productId: later },
    ]);
  });

  it('row 11: with nothing to pay it is paid at once, and the gateway hears of nothing', async () => {
    await storeCoupon(app, { discountType: 'free', discountValue: 0 });
    const made = await order(app, buyer, [product], card());
    expect(made).toMatchObject({ status: 'paid', total: 0, method: 'none', payment: { status: 'none' } });
    expect(await app.db.select().from(inventories)).toHaveLength(1);
    expect(await app.db.select().from(grants)).toHaveLength(1);
    expect(await app.db.select({ state: couponHolds.state }).from(couponHolds)).toEqual([{ state: 'used' }]);
    expect(await app.db.select().from(ledgerEntries)).toEqual([]);
    expect(await countOf(paymentAttempts)).toBe(0);
    expect((await takeMail(app)).kind).toBe('order-paid');
    await runMoney(app);
    expect(shop.gateway.books().trades).toEqual([]);
  });

  it('row 14: pressed twice at once it is one order, and the second press gets the same answer', async () => {
    await fillCart(app, buyer, [product]);
    const checkout = await openCheckout(app, buyer, cvs);
    const [first, second] = await Promise.all([
      confirmCheckout(app, buyer, checkout),
      confirmCheckout(app, buyer, checkout),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await second.text()).toBe(await first.text());
    expect([await countOf(orders), await countOf(paymentAttempts)]).toEqual([1, 1]);
    expect(await takeMails(app)).toHaveLength(1);
  });

  it('row 15: after a lost answer the checkout leads to its order', async () => {
    await fillCart(app, buyer, [product]);
    const checkout = await openCheckout(app, buyer, cvs);
    const { order: made } = await bodyOf<MadeBody>(confirmCheckout(app, buyer, checkout));
    const { token } = buyer;
    const path = `/api/shop/checkout/${checkout.checkout_id}/`;
    expect(await bodyOf(app.call('GET', path, { token }))).toMatchObject({ order: made.id });
    const again = await confirmCheckout(app, buyer, checkout);
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([201, 'true']);
  });

  it('row 16: two devices that confirm one checkout make one order', async () => {
    await fillCart(app, buyer, [product]);
    const checkout = await openCheckout(app, buyer, cvs);
    const otherDevice = await app.signIn(buyer);
    const answers = await Promise.all([
      confirmCheckout(app, buyer, checkout, { key: null }),
      confirmCheckout(app, otherDevice, checkout, { key: null }),
    ]);
    const made = await Promise.all(answers.map((answer) => bodyOf<MadeBody>(answer)));
    expect(new Set(made.map((one) => one.order.id)).size).toBe(1);
    expect(await countOf(orders)).toBe(1);
  });

  it('row 17: a second checkout of the same goods is refused while the first can still be paid, with a way to it', async () => {
    await fillCart(app, buyer, [product]);
    const [first, second] = [await openCheckout(app, buyer, cvs), await openCheckout(app, buyer, cvs)];
    const { order: made } = await bodyOf<MadeBody>(confirmCheckout(app, buyer, first));
    const refused = await confirmCheckout(app, buyer, second);
    expect(refused.status).toBe(409);
    expect(await bodyOf(refused)).toMatchObject({ code: 'payment_checking', order: String(made.id) });
    expect(await countOf(orders)).toBe(1);
  });

  it('row 17: once the first is paid, the second shows that it is owned', async () => {
    await storeCoupon(app, { discountType: 'free', discountValue: 0, issued: null, remaining: null });
    await fillCart(app, buyer, [product]);
    const [first, second] = [await openCheckout(app, buyer, cvs), await openCheckout(app, buyer, cvs)];
    await confirmCheckout(app, buyer, first);
    const refused = await confirmCheckout(app, buyer, second);
    expect(refused.status).toBe(412);
    expect(await bodyOf<ChangedBody>(refused)).toMatchObject({ code: 'price_changed', checkout: null });
    expect(await countOf(orders)).toBe(1);
  });

  it('row 20: a crash before anybody was told leaves a command that the next start sends', async () => {
    await order(app, buyer, [product], cvs);
    await runMoney(app);
    expect(shop.gateway.books().trades).toHaveLength(1);
  });

  it('row 21: a transaction that lost a race runs again as a whole: one order, one mail, and nobody was called', async () => {
    await fillCart(app, buyer, [product]);
    const { checkout_id, confirm_hash } = await openCheckout(app, buyer, cvs);
    const ask = {
      userId: buyer.id,
      checkoutId: checkout_id,
      confirmHash: confirm_hash,
      from: 'here',
      browser: 'a browser',
    };
    let turns = 0;
    await transaction(app.db, async (tx) => {
      await placeOrder(tx, app.deps, ask);
      turns += 1;
      if (turns === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' });
    });
    expect([turns, await countOf(orders), await countOf(paymentAttempts)]).toEqual([2, 1, 1]);
    expect(await takeMails(app)).toHaveLength(1);
    expect(shop.gateway.books().trades).toEqual([]);
  });

  it('row 22: when the stored answer is long gone, the checkout still stops a second order', async () => {
    await fillCart(app, buyer, [product]);
    const checkout = await openCheckout(app, buyer, cvs);
    const { order: made } = await bodyOf<MadeBody>(confirmCheckout(app, buyer, checkout));
    await app.db.delete(idempotencyKeys);
    await fillCart(app, buyer, [product]);
    app.clock.advance(60 * minute);
    const late = await app.signIn(buyer);
    const again = await bodyOf<MadeBody>(confirmCheckout(app, late, checkout));
    expect(again.order.id).toBe(made.id);
    expect([await countOf(orders), await countOf(paymentAttempts)]).toEqual([1, 1]);
  });

  it('row 25: a confirmed checkout names its order, by which the confirm page replaces itself', async () => {
    await storeCoupon(app, { discountType: 'free', discountValue: 0 });
    await fillCart(app, buyer, [product]);
    const checkout = await openCheckout(app, buyer, cvs);
    const { order: made } = await bodyOf<MadeBody>(confirmCheckout(app, buyer, checkout));
    const { token } = buyer;
    app.clock.advance(30 * minute);
    const shown = await bodyOf<{ order: number; card_expired: boolean }>(
      app.call('GET', `/api/shop/checkout/${checkout.checkout_id}/`, { token }),
    );
    expect(shown).toMatchObject({ order: made.id, card_expired: false });
  });

  it('row 112: somebody else’s checkout is not found', async () => {
    await fillCart(app, buyer, [product]);
    const checkout = await openCheckout(app, buyer, cvs);
    expect(await refusalOf(confirmCheckout(app, await signInBuyer(app), checkout))).toBe('404 not_found');
    expect(await countOf(orders)).toBe(0);
  });

  it('row 62: letters that a store or a bank cannot show are refused by their field, before anything is stored', async () => {
    await fillCart(app, buyer, [product]);
    const cart = await bodyOf<{ version: number }>(
      app.call('GET', '/api/shop/cart/', { token: buyer.token }),
    );
    const payer = {
      kind: 'self',
      family_name: '𠮷田',
      given_name: '鷗外',
      family_name_kana: 'ヨシダ',
      given_name_kana: 'オウガイ',
      phone: '09012345678',
    };
    const open = (paying: object) =>
      app.call('POST', '/api/shop/checkout/', {
        token: buyer.token,
        json: { cart_version: cart.version, payer, ...paying },
      });
    for (const paying of [cvs, { method: 'bank' }]) {
      const refused = await open(paying);
      expect(refused.status).toBe(400);
      const { fields } = await bodyOf<FailureBody>(refused);
      expect(Object.keys(fields ?? {})).toEqual(['payer.family_name', 'payer.given_name']);
      expect(fields?.['payer.family_name']?.[0]).toContain('使用できない文字が含まれています:𠮷。');
    }
    expect(await app.db.select().from(checkouts)).toEqual([]);
    expect((await open(card())).status).toBe(201);
    await storeCoupon(app, { discountType: 'free', discountValue: 0 });
    expect((await open({ method: 'none' })).status).toBe(201);
  });

  it('row 58: a card is not taken while nobody knows what becomes of one; another way is open, and nothing is lost', async () => {
    await fillCart(app, buyer, [product]);
    const checkout = await openCheckout(app, buyer, card());
    await closeGateway(app);
    const refused = await confirmCheckout(app, buyer, checkout);
    expect(refused.status).toBe(409);
    const { code, detail } = await bodyOf<FailureBody>(refused);
    expect([code, detail]).toEqual([
      'method_closed',
      expect.stringContaining('コンビニ・銀行振込をご利用ください'),
    ]);
    expect(await countOf(orders)).toBe(0);
    expect(await app.db.select().from(cartItems)).toHaveLength(1);
    expect((await confirmCheckout(app, buyer, await openCheckout(app, buyer, cvs))).status).toBe(201);
    await noteAnswer(app.db);
  });

  it('wants a yes, and is for members only', async () => {
    const json = { checkout_id: '0193b3a0-7d1e-4c5a-9d2e-3f4a5b6c7d8e', confirm_hash: 'x', agree: false };
    const { token } = buyer;
    expect(await refusalOf(app.call('POST', '/api/shop/order/', { token, json }))).toBe('400 validation');
    await expectMembersOnly(app, buyer, (who) =>
      app.call('POST', '/api/shop/order/', { ...who, json: { ...json, agree: true } }),
    );
  });
});
