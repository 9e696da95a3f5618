import { beforeEach, describe, expect, it } from 'vitest';
import { couponHolds } from '../../db/schema/order.ts';
import { bodyOf, type FailureBody, type PageBody, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import { openGateway, storeBundle, storeCoupon, storeGoods } from '../../testing/goods.ts';
import { storeOrder } from '../../testing/shop.ts';
import type { SignedIn } from '../../testing/users.ts';

type CouponBody = {
  id: number;
  code: string;
  status: string;
  reason: string;
  saving: number | null;
  is_best: boolean;
  targets: { product_id: string; name: string }[];
};
type CartBody = {
  coupon: CouponBody | null;
  coupon_mode: string;
  discount: number;
  total: number;
  tax_included: number;
  allowed_methods: string[];
};

const path = '/api/shop/coupon/';
const cartPath = '/api/shop/cart/';
const minute = 60_000;
let app: TestApp;
let user: SignedIn;

const wallet = (who: SignedIn | null = user, query = '') =>
  bodyOf<PageBody<CouponBody>>(app.call('GET', path + query, who ? { token: who.token } : {}));
const cart = () => bodyOf<CartBody>(app.call('GET', cartPath, { token: user.token }));
const use = (json: object) => app.call('PUT', `${cartPath}coupon/`, { token: user.token, json });
const from = (network: string) => ({ headers: { 'X-Forwarded-For': network } });
const claim = (code: string, who = user, network = '192.0.2.1') =>
  app.call('POST', `${path}claim/`, { token: who.token, json: { code }, ...from(network) });
async function fill(...prices: number[]): Promise<string[]> {
  const products: string[] = [];
  for (const price of prices) {
    const product_id = await storeGoods(app.deps, { price });
    await app.call('POST', `${cartPath}item/`, { token: user.token, json: { product_id } });
    products.push(product_id);
  }
  return products;
}

beforeEach(async () => {
  app = await createTestApp({ gateway: openGateway(), config: { trustedProxies: 1 } });
  user = await app.signIn(await app.createUser({ birthDate: '1990-05-05' }));
});

describe('what a coupon does to a cart', () => {
  it('vector 2: 15 per cent of three things is divided without a yen too many', async () => {
    await fill(4980, 9800, 3333);
    await storeCoupon(app.deps, { discountValue: 15 });
    expect(await cart()).toMatchObject({ discount: 2716, total: 15_397, tax_included: 1399 });
  });

  it('vector 3: only what it is for counts', async () => {
    const [one = '', two = ''] = await fill(4980, 9800, 3333);
    await storeCoupon(app.deps, { discountValue: 15, targets: [one, two] });
    const { coupon, ...rest } = await cart();
    expect(rest).toMatchObject({ discount: 2217, total: 15_896, tax_included: 1445 });
    expect(coupon?.targets.map(({ product_id }) => product_id)).toEqual([one, two]);
  });

  it('vector 5: the best is chosen by itself, and chosen anew when the cart changes', async () => {
    await fill(4980, 9800);
    const a = await storeCoupon(app.deps, { discountValue: 10 });
    const b = await storeCoupon(app.deps, { discountType: 'amount', discountValue: 1600, minTotal: 15_000 });
    await storeCoupon(app.deps, { discountType: 'amount', discountValue: 1400 });
    expect(await cart()).toMatchObject({
      coupon: { id: a.id, is_best: true, saving: 1478 },
      coupon_mode: 'auto',
      discount: 1478,
    });
    await fill(220);
    expect(await cart()).toMatchObject({ coupon: { id: b.id, is_best: true }, total: 13_400 });
  });

  it('vector 5: worth more than the cart, it takes off all of it and nothing has to be paid', async () => {
    await fill(1000);
    await storeCoupon(app.deps, { discountType: 'amount', discountValue: 5000 });
    expect(await cart()).toMatchObject({ discount: 1000, total: 0, allowed_methods: ['none'] });
  });

  it('of two that save as much, the one that ends sooner is used', async () => {
    await fill(5000);
    await storeCoupon(app.deps);
    const soon = await storeCoupon(app.deps, { expiresAt: new Date(app.clock.now() + minute) });
    expect(await cart()).toMatchObject({ coupon: { id: soon.id } });
    app.clock.advance(2 * minute);
    expect((await cart()).coupon?.id).not.toBe(soon.id);
  });

  it('stays the one that was chosen, also when another saves more; without any, none is chosen by itself', async () => {
    await fill(5000);
    const best = await storeCoupon(app.deps);
    const small = await storeCoupon(app.deps, { discountType: 'amount', discountValue: 100 });
    expect((await use({ coupon_id: String(small.id) })).status).toBe(200);
    await fill(9000);
    expect(await cart()).toMatchObject({
      coupon: { id: small.id, is_best: false },
      coupon_mode: 'manual',
      discount: 100,
    });
    const bare = await bodyOf<CartBody>(app.call('DELETE', `${cartPath}coupon/`, { token: user.token }));
    expect(bare).toMatchObject({ coupon: null, coupon_mode: 'none', discount: 0 });
    await fill(1000);
    expect(await cart()).toMatchObject({ coupon: null, discount: 0 });
    expect(await bodyOf<CartBody>(use({ coupon_id: best.id }))).toMatchObject({ discount: 1500 });
  });

  it('says with its sentence why it cannot be used, and is refused with it', async () => {
    const [course = ''] = await fill(5000);
    const other = await storeGoods(app.deps);
    const pack = await storeBundle(app.deps, [course]);
    const now = app.clock.now();
    const used = await storeCoupon(app.deps);
    const order = await storeOrder(app, { userId: user.id });
    await app.db
      .insert(couponHolds)
      .values({ couponId: used.id, orderId: order.id, userId: user.id, state: 'used' });
    const cases: [Parameters<typeof storeCoupon>[1] | null, string, string, string][] = [
      [
        { expiresAt: new Date('2026-03-31T23:59:59+09:00') },
        'expired',
        'coupon_expired',
        'このクーポンの有効期限は2026年3月31日(火)でした。',
      ],
      [{ minTotal: 5001 }, 'not_applicable', 'coupon_min_total', '合計5,001円以上で使えます。'],
      [{ targets: [other] }, 'not_applicable', 'coupon_target', '対象の講座がカートにありません。'],
      [{ targets: [pack] }, 'not_applicable', 'coupon_target', '対象の講座がカートにありません。'],
      [
        { issued: 3, remaining: 0 },
        'not_applicable',
        'coupon_gone',
        'このクーポンは、ご利用の上限に達しました。',
      ],
      [
        { startsAt: new Date(now + 86_400_000) },
        'not_applicable',
        'coupon_target',
        'このクーポンは2026年4月11日(土)から使えます。',
      ],
      [null, 'used', 'coupon_used', 'このクーポンは使用済みです。'],
    ];
    for (const [fields, status, code, reason] of cases) {
      const { id } = fields === null ? used : await storeCoupon(app.deps, fields);
      const shown = (await wallet()).results.find((one) => one.id === id);
      expect(shown).toMatchObject({ status, reason, saving: null, is_best: false });
      const refusal = await bodyOf<FailureBody>(use({ coupon_id: id }));
      expect([refusal.code, refusal.detail]).toEqual([code, reason]);
    }
    expect(await cart()).toMatchObject({ coupon: null, total: 5000 });
  });
});

describe('the wallet', () => {
  it('has what everybody has and what was taken in by its code, the best first and what is over last', async () => {
    await fill(5000);
    const over = await storeCoupon(app.deps, { expiresAt: new Date(app.clock.now() - 1) });
    const small = await storeCoupon(app.deps, { discountType: 'amount', discountValue: 100 });
    const best = await storeCoupon(app.deps, { discountValue: 20 });
    const secret = await storeCoupon(app.deps, { code: 'SECRET22', isPublic: false });
    const idsNow = async () => (await wallet()).results.map(({ id }) => id);
    expect(await idsNow()).toEqual([best.id, small.id, over.id]);
    const claimed = await claim(' sec-ret２２ ');
    expect([claimed.status, await bodyOf<CouponBody>(claimed)]).toEqual([
      201,
      expect.objectContaining({ id: secret.id, status: 'usable', saving: 500 }),
    ]);
    expect((await claim('SECRET22')).status).toBe(200);
    expect(await idsNow()).toEqual([best.id, secret.id, small.id, over.id]);
    const other = await app.signIn();
    expect((await wallet(other)).results.map(({ id }) => id)).not.toContain(secret.id);
  });

  it('shows guests what everybody has, for the products they ask about', async () => {
    const product = await storeGoods(app.deps, { price: 1000 });
    const coupon = await storeCoupon(app.deps);
    await storeCoupon(app.deps, { isPublic: false });
    expect((await wallet(null, `?items[]=${product}`)).results).toMatchObject([
      { id: coupon.id, saving: 100, is_best: true },
    ]);
    expect((await wallet(null)).results).toMatchObject([
      { id: coupon.id, status: 'not_applicable', reason: 'カートに講座を入れると使えます。' },
    ]);
  });

  it('a coupon of nobody’s wallet is not to be had by its number', async () => {
    await fill(5000);
    const secret = await storeCoupon(app.deps, { isPublic: false });
    expect(await refusalOf(use({ coupon_id: secret.id }))).toBe('400 coupon_not_found');
    expect(await refusalOf(use({ coupon_id: 99_999 }))).toBe('400 coupon_not_found');
    expect(await bodyOf<CartBody>(use({ code: secret.code }))).toMatchObject({ discount: 500 });
    expect((await wallet()).results.map(({ id }) => id)).toEqual([secret.id]);
  });

  it('does not take in what is over', async () => {
    await fill(5000);
    const over = await storeCoupon(app.deps, { isPublic: false, expiresAt: new Date(app.clock.now() - 1) });
    expect(await refusalOf(claim(over.code))).toBe('409 coupon_expired');
    expect((await wallet()).results).toEqual([]);
  });

  it('claims are for members only', async () => {
    const call = (who: object) => app.call('POST', `${path}claim/`, { ...who, json: { code: 'MANABU22' } });
    await expectMembersOnly(app, user, call);
  });
});

describe('row 12: guessing codes', () => {
  /** How many queries a call makes. */
  const queriesOf = async (call: () => Promise<Response>) => {
    const { deps } = app;
    const { db } = deps;
    let count = 0;
    deps.db = new Proxy(db, {
      get(target, name) {
        if (['select', 'insert', 'update', 'delete', 'execute', 'transaction'].includes(String(name)))
          count += 1;
        return Reflect.get(target, name, target);
      },
    });
    await call();
    deps.db = db;
    expect(count).toBeGreaterThan(0);
    return count;
  };

  it('ends after five wrong ones in ten minutes, for a person in every network', async () => {
    await storeGoods(app.deps);
    const coupon = await storeCoupon(app.deps, { isPublic: false });
    for (let guess = 0; guess < 5; guess += 1)
      expect(await refusalOf(claim(`WRNGCDE${guess + 2}`, user, `192.0.2.${guess}`))).toBe(
        '400 coupon_not_found',
      );
    const locked = await claim(coupon.code, user, '192.0.2.99');
    expect([locked.status, Number(locked.headers.get('Retry-After')) > 500]).toEqual([429, true]);
    expect((await bodyOf<FailureBody>(locked)).code).toBe('coupon_locked');
    app.clock.advance(10 * minute + 1);
    expect((await claim(coupon.code, user, '192.0.2.99')).status).toBe(201);
  });

  it('ends for a network, however many accounts guess from it', async () => {
    await storeGoods(app.deps);
    const coupon = await storeCoupon(app.deps, { isPublic: false });
    for (let guess = 0; guess < 5; guess += 1)
      expect(await refusalOf(claim(`WRNGCDE${guess + 2}`, await app.signIn()))).toBe('400 coupon_not_found');
    const fresh = await app.signIn();
    expect(await refusalOf(claim(coupon.code, fresh))).toBe('429 coupon_locked');
    expect(
      await refusalOf(app.call('GET', `/api/shop/quote/?coupon_code=${coupon.code}`, from('192.0.2.1'))),
    ).toBe('429 coupon_locked');
    expect((await claim(coupon.code, fresh, '198.51.100.7')).status).toBe(201);
  });

  it('twenty at once are no more than five, and a locked guesser hears the same of right and wrong ones', async () => {
    await storeGoods(app.deps);
    const coupon = await storeCoupon(app.deps, { isPublic: false });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => refusalOf(claim(`WRNG${'ABCDEFGHJKLMNPQRSTUV'[n]}222`))),
    );
    expect(answers.filter((answer) => answer === '400 coupon_not_found')).toHaveLength(5);
    expect(answers.filter((answer) => answer === '429 coupon_locked')).toHaveLength(15);
    const [right, wrong] = [await claim(coupon.code), await claim('WRNGCDE9')];
    const told = async (answer: Response) => {
      const { request_id: _, ...body } = await bodyOf<FailureBody>(answer);
      return [answer.status, body];
    };
    expect(await told(right)).toEqual(await told(wrong));
    // Nor can it be told by the time: the same queries are made.
    expect(await queriesOf(() => claim(coupon.code))).toBe(await queriesOf(() => claim('WRNGCDE9')));
  });

  it('counts those that are typed into the cart together with the others', async () => {
    await fill(4980);
    const coupon = await storeCoupon(app.deps, { isPublic: false });
    const type = (code: string) =>
      app.call('PUT', `${cartPath}coupon/`, { token: user.token, json: { code }, ...from('192.0.2.1') });
    for (const code of ['WRNGCDE2', 'WRNGCDE3', 'WRNGCDE4'])
      expect(await refusalOf(type(code))).toBe('400 coupon_not_found');
    for (const code of ['WRNGCDE5', 'WRNGCDE6'])
      expect(await refusalOf(claim(code))).toBe('400 coupon_not_found');
    for (const code of [coupon.code, 'WRNGCDE7'])
      expect(await refusalOf(type(code))).toBe('429 coupon_locked');
    expect((await cart()).coupon).toBeNull();
    app.clock.advance(10 * minute + 1);
    expect((await type(coupon.code)).status).toBe(200);
  });

  it('right ones do not count', async () => {
    await storeGoods(app.deps);
    const coupon = await storeCoupon(app.deps, { isPublic: false });
    for (let turn = 0; turn < 8; turn += 1) expect((await claim(coupon.code)).ok).toBe(true);
  });
});
