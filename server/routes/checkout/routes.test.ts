import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { orders } from '../../db/schema/order.ts';
import { carts, checkouts } from '../../db/schema/shop.ts';
import { expireDue } from '../../domain/order/expire.ts';
import { openSealed } from '../../domain/order/sealed.ts';
import { sweep } from '../../sweep.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import { confirmCheckout, fillCart, openCheckout, signInBuyer } from '../../testing/buyer.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import { openGateway, setCourse, storeCoupon, storeGoods } from '../../testing/goods.ts';
import type { SignedIn } from '../../testing/users.ts';

type CheckoutBody = {
  checkout_id: string;
  confirm: { key: string; lines: string[] }[];
  confirm_hash: string;
  expires_at: string;
  method: string;
  total: number;
  payer: object | null;
  card: object | null;
  card_expired: boolean;
  order: number | null;
};

const path = '/api/shop/checkout/';
const minute = 60_000;
const day = 86_400_000;
const payer = {
  kind: 'self',
  family_name: '山田',
  given_name: '太郎',
  family_name_kana: 'やまだ',
  given_name_kana: 'ﾀﾛｳ',
  phone: '090-1234-5678',
};
const card = { brand: 'VISA', last4: '1111', expiry: '3012' };
let app: TestApp;
let user: SignedIn;

const post = (json: object, who = user) =>
  app.call('POST', path, { token: who.token, json: { payer, ...json } });
const read = (id: string, who = user) => app.call('GET', `${path}${id}/`, { token: who.token });
const rowOf = async (id: string) => (await app.db.select().from(checkouts).where(eq(checkouts.id, id)))[0];
const fill = async (price = 4980) => fillCart(app, user, [await storeGoods(app.deps, { price })]);

beforeEach(async () => {
  app = await createTestApp({ gateway: openGateway() });
  user = await signInBuyer(app);
});

describe('a checkout', () => {
  it('freezes the cart for 25 minutes, and is its buyer’s alone', async () => {
    const cart_version = await fill();
    const answer = await post({ cart_version, method: 'card', gmo_token: 'tok_1', card });
    expect(answer.status).toBe(201);
    const made = await bodyOf<CheckoutBody>(answer);
    expect(made).toMatchObject({
      expires_at: new Date(app.clock.now() + 25 * minute).toISOString(),
      method: 'card',
      total: 4980,
      card: { brand: 'VISA', last4: '1111' },
      card_expired: false,
      order: null,
    });
    expect(made.confirm).toHaveLength(6);
    expect(await bodyOf<CheckoutBody>(read(made.checkout_id))).toEqual(made);
    const row = await rowOf(made.checkout_id);
    expect(await openSealed(app.deps.keys, row?.token ?? '')).toBe('tok_1');
    expect(await openSealed(app.deps.keys, row?.payer ?? '')).toMatchObject({
      family_name_kana: 'ヤマダ',
      phone: '09012345678',
    });
    expect(await refusalOf(read(made.checkout_id, await app.signIn()))).toBe('404 not_found');
    expect(await refusalOf(read(randomUUID()))).toBe('404 not_found');
    expect(await refusalOf(read('1'))).toBe('404 not_found');
  });

  it('names the payer that its order will store, whatever other offers name, and no more of them', async () => {
    const cart_version = await fill();
    const made = await bodyOf<CheckoutBody>(post({ cart_version, method: 'bank' }));
    const other = { ...payer, family_name: '佐藤' };
    const later = await bodyOf<CheckoutBody>(post({ cart_version, method: 'bank', payer: other }));
    expect(later.payer).toEqual({ name: '佐藤 太郎', phone: '09012345678' });
    const named = { name: '山田 太郎', phone: '09012345678' };
    expect(made.payer).toEqual(named);
    expect((await bodyOf<CheckoutBody>(read(made.checkout_id))).payer).toEqual(named);
    const renewed = app.call('POST', `${path}${made.checkout_id}/renew/`, { token: user.token });
    expect((await bodyOf<{ checkout: CheckoutBody }>(renewed)).checkout.payer).toEqual(named);
    expect((await confirmCheckout(app, user, made)).status).toBe(201);
    const [order] = await app.db.select().from(orders);
    expect(await openSealed(app.deps.keys, order?.buyer ?? '')).toMatchObject({
      payer: { family_name: '山田', given_name: '太郎', phone: '09012345678' },
    });
  });

  it('row 4: a cart that was changed in another tab is shown instead of being frozen', async () => {
    const cart_version = await fill();
    await fill(9800);
    const answer = await post({ cart_version, method: 'bank' });
    const { code, cart } = await bodyOf<FailureBody & { cart: { version: number; total: number } }>(answer);
    expect([answer.status, code, cart.total]).toEqual([412, 'cart_changed', 14_780]);
    expect((await post({ cart_version: cart.version, method: 'bank' })).status).toBe(201);
  });

  it('row 3: a price that was raised since the buyer looked is shown first', async () => {
    const product = await storeGoods(app.deps);
    const cart_version = await fillCart(app, user, [product]);
    await setCourse(app.deps, product, { price: 5980 });
    const answer = await post({ cart_version, method: 'bank' });
    const { cart } = await bodyOf<{ cart: { version: number; notices: object[] } }>(answer);
    expect([answer.status, cart.notices]).toEqual([412, [expect.objectContaining({ reason: 'price' })]]);
    expect((await post({ cart_version: cart.version, method: 'bank' })).status).toBe(201);
  });

  it('row 11: a coupon makes it free with a card chosen: nothing is to be paid, and the token is thrown away', async () => {
    const cart_version = await fill();
    await storeCoupon(app.deps, { discountType: 'free', discountValue: 0 });
    const made = await bodyOf<CheckoutBody>(post({ cart_version, method: 'card', gmo_token: 'tok_1', card }));
    expect(made).toMatchObject({ method: 'none', total: 0, card: null, card_expired: false });
    expect(await rowOf(made.checkout_id)).toMatchObject({ token: null, tokenAt: null });
  });

  it('needs a card’s token or a store, and takes no sum that the store does not take', async () => {
    const cart_version = await fill(300_000);
    expect(await refusalOf(post({ cart_version, method: 'card' }))).toBe('400 validation');
    expect(await refusalOf(post({ cart_version, method: 'card', card_id: 7 }))).toBe('400 validation');
    expect(await refusalOf(post({ cart_version, method: 'cvs', cvs_code: '10001' }))).toBe(
      '409 method_limit',
    );
    expect(await refusalOf(post({ cart_version, method: 'none' }))).toBe('409 method_limit');
    await app.call('DELETE', '/api/shop/cart/item/1/', { token: user.token });
    const small = await fill(200);
    expect(await refusalOf(post({ cart_version: small, method: 'cvs' }))).toBe('400 validation');
    expect((await post({ cart_version: small, method: 'cvs', cvs_code: '10001' })).status).toBe(201);
  });

  it('takes no method that the gateway does not have', async () => {
    const cart_version = await fill();
    app.deps.gateway = openGateway({ card: null, cvs: null, bank: false, kind: 'none' });
    for (const method of ['card', 'cvs', 'bank'])
      expect(await refusalOf(post({ cart_version, method, cvs_code: '10001' }))).toBe('409 method_closed');
  });

  it('of an empty cart, of a plan or without a version is refused', async () => {
    expect(await refusalOf(post({ cart_version: 0, method: 'bank' }))).toBe('409 cart_empty');
    expect(await refusalOf(post({ plan: 'plan-1', method: 'card' }))).toBe('409 not_on_sale');
    expect(await refusalOf(post({ method: 'bank' }))).toBe('400 validation');
    expect(await refusalOf(post({ cart_version: 0, method: 'bank', payer: { ...payer, phone: '1' } }))).toBe(
      '400 validation',
    );
  });

  it('row 49: takes no card number in a name', async () => {
    const cart_version = await fill();
    const named = { ...payer, family_name: '4111111111111111' };
    expect(await refusalOf(post({ cart_version, method: 'bank', payer: named }))).toBe('400 validation');
  });

  it('tells who is under 18 before anything is frozen', async () => {
    user = await signInBuyer(app, { birthDate: '2010-05-05' });
    expect(await refusalOf(post({ cart_version: await fill(), method: 'bank' }))).toBe(
      '403 guardian_required',
    );
  });

  it('is for members only', async () => {
    const cart_version = await fill();
    await expectMembersOnly(app, user, (caller) =>
      app.call('POST', path, { ...caller, json: { payer, cart_version, method: 'bank' } }),
    );
    await expectMembersOnly(app, await app.signIn(), (caller) =>
      app.call('GET', `${path}${randomUUID()}/`, caller),
    );
  });
});

describe('the last coupon', () => {
  it('row 6: of twenty buyers who confirm at once one has it, the others see the dearer price and order nothing', async () => {
    const product = await storeGoods(app.deps, { price: 10_000 });
    await storeCoupon(app.deps, { issued: 1, remaining: 1 });
    const buyers: { buyer: SignedIn; checkout: Awaited<ReturnType<typeof openCheckout>> }[] = [];
    for (let n = 0; n < 20; n += 1) {
      const buyer = await signInBuyer(app);
      await fillCart(app, buyer, [product]);
      const checkout = await openCheckout(app, buyer, { method: 'bank' });
      expect(checkout.total).toBe(9000);
      buyers.push({ buyer, checkout });
    }
    const answers = await Promise.all(
      buyers.map(({ buyer, checkout }) => confirmCheckout(app, buyer, checkout)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = await Promise.all(
      answers
        .filter(({ status }) => status !== 201)
        .map((answer) => bodyOf<{ code: string; coupon_gone: boolean; checkout: { total: number } }>(answer)),
    );
    expect(refused).toHaveLength(19);
    for (const one of refused)
      expect(one).toMatchObject({ code: 'price_changed', coupon_gone: true, checkout: { total: 10_000 } });
  });
});

describe('what is kept', () => {
  it('a token for 25 minutes, then the card has to be typed in again', async () => {
    const cart_version = await fill();
    const { checkout_id } = await bodyOf<CheckoutBody>(
      post({ cart_version, method: 'card', gmo_token: 'tok_1', card }),
    );
    app.clock.advance(25 * minute - 1);
    await sweep(app.deps);
    expect((await rowOf(checkout_id))?.token).not.toBeNull();
    app.clock.advance(2);
    expect(await bodyOf<CheckoutBody>(read(checkout_id))).toMatchObject({ card_expired: true });
    await sweep(app.deps);
    expect((await rowOf(checkout_id))?.token).toBeNull();
  });

  it('checkouts and carts for 30 days', async () => {
    const cart_version = await fill();
    const { checkout_id } = await bodyOf<CheckoutBody>(post({ cart_version, method: 'bank' }));
    app.clock.advance(30 * day - 1);
    await sweep(app.deps);
    expect([await rowOf(checkout_id), (await app.db.select().from(carts)).length]).toEqual([
      expect.anything(),
      1,
    ]);
    app.clock.advance(2);
    await sweep(app.deps);
    expect([await rowOf(checkout_id), (await app.db.select().from(carts)).length]).toEqual([undefined, 0]);
  });

  it('a checkout that became an order with it, so that a page of it still leads there', async () => {
    await fill();
    const offer = await openCheckout(app, user, { method: 'bank' });
    const { order } = await bodyOf<{ order: { id: number } }>(confirmCheckout(app, user, offer));
    app.clock.advance(31 * day);
    await sweep(app.deps);
    await expireDue(app.deps);
    const late = await bodyOf<CheckoutBody>(read(offer.checkout_id, await app.signIn(user)));
    expect(late.order).toBe(order.id);
  });
});
