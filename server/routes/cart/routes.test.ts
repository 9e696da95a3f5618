import { beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { giveCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import { openGateway, setCourse, storeBundle, storeCoupon, storeGoods } from '../../testing/goods.ts';
import type { SignedIn } from '../../testing/users.ts';

type Item = {
  id: number;
  product_id: string;
  unit_price: number;
  warning: string | null;
  contents: string[];
};
type Notice = { product_id: string; name: string; reason: string; detail: string };
type CartBody = {
  id: number | null;
  version: number;
  items: Item[];
  coupon: { id: number; status: string; reason: string; is_best: boolean } | null;
  coupon_mode: string;
  subtotal: number;
  discount: number;
  total: number;
  allowed_methods: string[];
  needs_guardian: boolean;
  needs_contract_document: boolean;
  notices: Notice[];
};
type MergeBody = { cart: CartBody; added: string[]; left_out: Notice[] };

const path = '/api/shop/cart/';
const day = 86_400_000;
let app: TestApp;
let user: SignedIn;

const cartOf = (who = user) => bodyOf<CartBody>(app.call('GET', path, { token: who.token }));
const add = (product_id: string) =>
  app.call('POST', `${path}item/`, { token: user.token, json: { product_id } });
const remove = (id: number | string, who = user) =>
  app.call('DELETE', `${path}item/${id}/`, { token: who.token });
const merge = (items: string[], coupon_code?: string) =>
  app.call('POST', `${path}merge/`, { token: user.token, json: { items, coupon_code } });
const ids = ({ items }: CartBody) => items.map(({ product_id }) => product_id);
const courseOf = (productId: string) => Number(productId.replace('course-', ''));
const own = (productId: string, days: number | null) =>
  giveCourse(
    app.deps,
    user.id,
    courseOf(productId),
    days === null ? null : new Date(app.clock.now() + days * day),
  );
async function storeMany(count: number): Promise<string[]> {
  const stored: string[] = [];
  for (let n = 0; n < count; n += 1) stored.push(await storeGoods(app.deps));
  return stored;
}

beforeEach(async () => {
  app = await createTestApp({ gateway: openGateway() });
  user = await app.signIn(await app.createUser({ birthDate: '1990-05-05' }));
});

describe('the cart', () => {
  it('is empty at first, and takes products once, each with its price', async () => {
    expect(await cartOf()).toMatchObject({ version: 0, items: [], total: 0, allowed_methods: [] });
    const [one = '', two = ''] = [await storeGoods(app.deps), await storeGoods(app.deps, { price: 9800 })];
    await add(one);
    await add(two);
    const twice = await bodyOf<CartBody>(add(two));
    expect(twice).toEqual(await cartOf());
    expect(twice).toMatchObject({
      id: user.id,
      version: 2,
      items: [
        { product_id: one, unit_price: 4980, warning: null },
        { product_id: two, unit_price: 9800 },
      ],
      subtotal: 14_780,
      total: 14_780,
      tax_included: 1343,
      allowed_methods: ['card', 'cvs', 'bank'],
      needs_guardian: false,
    });
  });

  it('gives a product back; what is not in it changes nothing, and nobody reaches into another’s', async () => {
    const [one = '', two = ''] = await storeMany(2);
    await add(one);
    const { items } = await bodyOf<CartBody>(add(two));
    const other = await app.signIn();
    expect(await bodyOf<CartBody>(remove(items[0]?.id ?? 0, other))).toMatchObject({ items: [], version: 0 });
    expect(ids(await bodyOf<CartBody>(remove(items[0]?.id ?? 0)))).toEqual([two]);
    expect(await bodyOf<CartBody>(remove(items[0]?.id ?? 0))).toMatchObject({ version: 3 });
    expect(await refusalOf(remove('x'))).toBe('404 not_found');
  });

  it('refuses what cannot be bought, with the reason', async () => {
    const product = await storeGoods(app.deps);
    const over = await storeGoods(app.deps, { saleEndsAt: new Date(app.clock.now() - 1) });
    const pack = await storeBundle(app.deps, [product], { withdrawn: new Date(app.clock.now()) });
    expect(await refusalOf(add(over))).toBe('409 not_on_sale');
    expect(await refusalOf(add(pack))).toBe('409 not_on_sale');
    expect(await refusalOf(add('course-99999'))).toBe('409 not_on_sale');
    expect(await refusalOf(add('plan-1'))).toBe('409 mixed_subscription');
    expect(await refusalOf(add('course-0'))).toBe('400 validation');
    expect((await cartOf()).items).toEqual([]);
  });

  it('holds ten', async () => {
    const products = await storeMany(11);
    for (const product of products.slice(0, 10)) expect((await add(product)).status).toBe(200);
    expect(await refusalOf(add(products[10] ?? ''))).toBe('409 cart_full');
    expect((await cartOf()).items).toHaveLength(10);
  });

  it('sells again what ends within thirty days, and says from when it counts', async () => {
    const [running = '', ending = '', ended = '', endless = ''] = await storeMany(4);
    await own(running, 31);
    await own(ending, 30);
    await own(ended, -1);
    await own(endless, null);
    expect(await refusalOf(add(running))).toBe('409 already_owned');
    expect(await refusalOf(add(endless))).toBe('409 already_owned');
    expect((await add(ending)).status).toBe(200);
    const { items } = await bodyOf<CartBody>(add(ended));
    expect(items.map(({ warning }) => warning)).toEqual([
      expect.stringContaining('いまの視聴期限(2026年5月10日'),
      null,
    ]);
  });

  it('knows a bundle whose courses are all owned, and a course that stands beside its bundle', async () => {
    const [one = '', two = '', three = ''] = await storeMany(3);
    const pack = await storeBundle(app.deps, [one, two], { name: '二つのセット' });
    await own(one, 100);
    await add(three);
    const { items } = await bodyOf<CartBody>(add(pack));
    expect(items[1]).toMatchObject({ product_id: pack, contents: [expect.any(String), expect.any(String)] });
    expect(items[1]?.warning).toMatch(/は受講中です。$/);
    const beside = await bodyOf<CartBody>(add(two));
    expect(beside.items[2]?.warning).toBe('「二つのセット」に含まれている講座です。');
    await own(two, 100);
    const { notices } = await cartOf();
    expect(notices.map(({ product_id, reason }) => [product_id, reason])).toEqual([
      [pack, 'owned'],
      [two, 'owned'],
    ]);
    expect(await refusalOf(add(pack))).toBe('409 already_owned');
  });

  it('row 3: what has ended, become dearer or been bought meanwhile is told at every look, until the next change', async () => {
    const [ended = '', dearer = '', bought = '', same = ''] = await storeMany(4);
    for (const product of [ended, dearer, bought, same]) await add(product);
    await setCourse(app.deps, ended, { withdrawn: new Date(app.clock.now()) });
    await setCourse(app.deps, dearer, { price: 5980 });
    await own(bought, 365);
    const expected = [
      { product_id: ended, reason: 'ended', detail: '販売期間が終了したため、カートから外しました。' },
      { product_id: dearer, reason: 'price', detail: '価格が4,980円から5,980円に変わりました。' },
      { product_id: bought, reason: 'owned', detail: '購入済みのため削除しました。' },
    ];
    for (let look = 0; look < 2; look += 1) {
      const cart = await cartOf();
      expect(ids(cart)).toEqual([dearer, same]);
      expect(cart).toMatchObject({ total: 10_960, version: 7 });
      expect(cart.notices).toMatchObject(expected);
    }
    const [, second] = (await cartOf()).items;
    const changed = await bodyOf<CartBody>(remove(second?.id ?? 0));
    expect(changed.notices).toMatchObject(expected);
    expect(await cartOf()).toMatchObject({
      notices: [],
      version: changed.version,
      items: [{ warning: null }],
    });
  });

  it('is for members: a guardian is needed under 18, and papers above 50,000 yen', async () => {
    user = await app.signIn(await app.createUser({ birthDate: '2012-05-05' }));
    const product = await storeGoods(app.deps, { price: 50_001 });
    expect(await bodyOf<CartBody>(add(product))).toMatchObject({
      needs_guardian: true,
      needs_contract_document: true,
    });
    await setCourse(app.deps, product, { price: 50_000 });
    expect(await cartOf()).toMatchObject({ needs_contract_document: false });
    await setCourse(app.deps, product, { price: 0 });
    expect(await cartOf()).toMatchObject({ needs_guardian: false, allowed_methods: ['none'] });
  });
});

describe('a guest’s cart', () => {
  it('row 1: handed over twice, or in two tabs at once, is the same cart without doubles', async () => {
    const [one = '', two = '', three = ''] = await storeMany(3);
    await add(two);
    const both = await Promise.all([merge([one, two, three]), merge([one, two, three])]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const again = await bodyOf<MergeBody>(merge([one, two, three]));
    expect(again).toMatchObject({ added: [], left_out: [] });
    expect(ids(again.cart)).toEqual([two, one, three]);
    expect(again.cart).toEqual(await cartOf());
  });

  it('row 2: eight beside seven leave ten, the member’s first, and the five others are named', async () => {
    const products = await storeMany(15);
    for (const product of products.slice(0, 7)) await add(product);
    for (let turn = 0; turn < 2; turn += 1) {
      const merged = await bodyOf<MergeBody>(merge(products.slice(7)));
      expect(ids(merged.cart)).toEqual(products.slice(0, 10));
      expect(merged.left_out.map(({ product_id, reason }) => [product_id, reason])).toEqual(
        products.slice(10).map((product) => [product, 'full']),
      );
      expect(merged.left_out[0]?.name).toContain('講座');
    }
  });

  it('leaves out with words what cannot be bought, and keeps the coupon of its code', async () => {
    const [good = '', owned = ''] = await storeMany(2);
    const over = await storeGoods(app.deps, { saleEndsAt: new Date(app.clock.now() - 1) });
    await own(owned, 200);
    const coupon = await storeCoupon(app.deps, { code: 'SECRET22', isPublic: false });
    const { cart, added, left_out } = await bodyOf<MergeBody>(
      merge([good, owned, over, 'plan-1', 'bundle-77'], 'secret-22'),
    );
    expect(added).toEqual([good]);
    expect(left_out.map(({ reason }) => reason)).toEqual(['owned', 'ended', 'mixed', 'unknown']);
    expect(cart).toMatchObject({ coupon: { id: coupon.id }, coupon_mode: 'manual', discount: 498 });
    const wrong = await bodyOf<MergeBody>(merge([good], 'WRNGCDE2'));
    expect(wrong.cart).toMatchObject({ coupon: { id: coupon.id }, total: 4482 });
  });
});

it('row 4: what two tabs change at once joins: none is refused, each is a version, nothing is lost', async () => {
  const products = await storeMany(6);
  const answers = await Promise.all(products.map(add));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const cart = await cartOf();
  expect(cart.version).toBe(6);
  expect(ids(cart).sort()).toEqual([...products].sort());
});

it('every endpoint is for members only', async () => {
  const product = await storeGoods(app.deps);
  const calls: [string, string, unknown][] = [
    ['GET', '', undefined],
    ['POST', 'item/', { product_id: product }],
    ['DELETE', 'item/1/', undefined],
    ['POST', 'merge/', { items: [product] }],
    ['PUT', 'coupon/', { code: 'MANABU22' }],
    ['DELETE', 'coupon/', undefined],
  ];
  for (const [method, at, json] of calls) {
    const who = await app.signIn();
    await expectMembersOnly(app, who, (caller) => app.call(method, path + at, { ...caller, json }));
  }
});

it('the same key again gets the same answer', async () => {
  const key = '00000000-0000-4000-8000-000000000001';
  const json = { product_id: await storeGoods(app.deps) };
  const first = await bodyOf<CartBody>(app.call('POST', `${path}item/`, { token: user.token, json, key }));
  const again = await app.call('POST', `${path}item/`, { token: user.token, json, key });
  expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  expect(await bodyOf<CartBody>(again)).toEqual(first);
});
