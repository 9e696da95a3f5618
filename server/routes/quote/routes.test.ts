import { beforeEach, expect, it } from 'vitest';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { openGateway, storeBundle, storeCoupon, storeGoods } from '../../testing/goods.ts';

type QuoteBody = {
  items: { id: string; product_id: string; warning: string | null }[];
  total: number;
  notices: { product_id: string; reason: string }[];
  bundle: { product_id: string; replaces: string[] } | null;
};

let app: TestApp;

const quote = (items: string[], code?: string, caller = {}) => {
  const query = new URLSearchParams(items.map((item): [string, string] => ['items[]', item]));
  if (code !== undefined) query.set('coupon_code', code);
  return app.call('GET', `/api/shop/quote/?${query}`, caller);
};

beforeEach(async () => {
  app = await createTestApp({ gateway: openGateway() });
});

it('tells guests what their products cost now, in the shape of a cart', async () => {
  const [one, two] = [await storeGoods(app.deps), await storeGoods(app.deps, { price: 9800 })];
  await storeCoupon(app.deps);
  const answer = await quote([two, one, two]);
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  expect(await bodyOf<QuoteBody>(answer)).toMatchObject({
    id: null,
    version: 0,
    items: [
      { id: two, product_id: two, unit_price: 9800, access_days: 365, product_type: 'course' },
      { id: one, product_id: one, unit_price: 4980, warning: null },
    ],
    subtotal: 14_780,
    discount: 1478,
    total: 13_302,
    tax_included: 1209,
    coupon: { is_best: true },
    coupon_mode: 'auto',
    allowed_methods: ['card', 'cvs', 'bank'],
    needs_guardian: false,
    notices: [],
  });
  expect(await bodyOf<QuoteBody>(quote([]))).toMatchObject({ items: [], total: 0, allowed_methods: [] });
});

it('offers the bundle that has the most of what is in the cart, where it costs less', async () => {
  const [one, two, three] = [
    await storeGoods(app.deps),
    await storeGoods(app.deps),
    await storeGoods(app.deps),
  ];
  await storeBundle(app.deps, [one, three], { name: '小さなセット', price: 8000 });
  const pack = await storeBundle(app.deps, [one, two, three], { name: 'セットA', price: 9000 });
  await storeBundle(app.deps, [one, two], { name: '高いセット', price: 20_000 });
  const offered = async (items: string[]) => (await bodyOf<QuoteBody>(quote(items))).bundle;
  expect(await offered([one, two])).toMatchObject({
    product_id: pack,
    price: 9000,
    list_price: 14_940,
    replaces: [one, two],
  });
  expect(await offered([three])).toMatchObject({ name: 'セットA', replaces: [three] });
  expect(await offered([pack, one])).toBeNull();
  expect(await offered([])).toBeNull();
  expect(await offered([await storeGoods(app.deps)])).toBeNull();
});

it('names what is left out, and warns of a course beside its bundle', async () => {
  const [one, two] = [await storeGoods(app.deps), await storeGoods(app.deps)];
  const over = await storeGoods(app.deps, { saleEndsAt: new Date(app.clock.now() - 1) });
  const pack = await storeBundle(app.deps, [one, two], { name: 'セットA' });
  const { items, notices } = await bodyOf<QuoteBody>(quote([pack, one, over, 'course-99999', 'plan-2']));
  expect(items.map(({ product_id, warning }) => [product_id, warning])).toEqual([
    [pack, null],
    [one, '「セットA」に含まれている講座です。'],
  ]);
  expect(notices.map(({ product_id, reason }) => [product_id, reason])).toEqual([
    [over, 'ended'],
    ['course-99999', 'unknown'],
    ['plan-2', 'mixed'],
  ]);
});

it('takes ten products and says which are too many', async () => {
  const products: string[] = [];
  for (let n = 0; n < 11; n += 1) products.push(await storeGoods(app.deps));
  const { items, notices } = await bodyOf<QuoteBody>(quote(products));
  expect(items).toHaveLength(10);
  expect(notices).toMatchObject([{ product_id: products[10], reason: 'full' }]);
});

it('takes a code, and refuses one that cannot be used by its sentence, never by 409', async () => {
  const product = await storeGoods(app.deps);
  await storeCoupon(app.deps, { code: 'BESTBEST', discountValue: 50, isPublic: true });
  const coupon = await storeCoupon(app.deps, { code: 'SECRET22', isPublic: false });
  expect(await bodyOf<QuoteBody>(quote([product], 'secret22'))).toMatchObject({
    coupon: { id: coupon.id, is_best: false },
    coupon_mode: 'manual',
    total: 4482,
  });
  await storeCoupon(app.deps, { code: 'MANY2222', isPublic: false, minTotal: 10_000 });
  const refusal = await quote([product], 'MANY2222');
  expect([refusal.status, await bodyOf<FailureBody>(refusal)]).toEqual([
    400,
    expect.objectContaining({ code: 'coupon_min_total', detail: '合計10,000円以上で使えます。' }),
  ]);
  expect(await refusalOf(quote([product], 'WRNGCDE2'))).toBe('400 coupon_not_found');
});

it('asks nobody who they are, and refuses names that are none', async () => {
  const product = await storeGoods(app.deps);
  expect((await quote([product], undefined, { token: 'no.token.ofours' })).status).toBe(200);
  expect(await refusalOf(quote(['course-x']))).toBe('400 validation');
});

it('says that nothing can be paid where there is no gateway', async () => {
  app = await createTestApp();
  const product = await storeGoods(app.deps);
  expect(await bodyOf<QuoteBody>(quote([product]))).toMatchObject({ total: 4980, allowed_methods: [] });
});
