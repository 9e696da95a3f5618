import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { Tx } from '../../db/client.ts';
import { couponHolds, type OrderRow } from '../../db/schema/order.ts';
import { coupons } from '../../db/schema/shop.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { openGateway, storeCoupon, storeGoods } from '../../testing/goods.ts';
import { storeOrder } from '../../testing/shop.ts';
import { holdCoupon, returnCoupon, useCoupon } from './holds.ts';

let app: TestApp;

const inTx = <Result>(run: (tx: Tx) => Promise<Result>) => app.db.transaction((tx) => run(tx as Tx));
const hold = ({ id, userId }: OrderRow, couponId: number) =>
  inTx((tx) => holdCoupon(tx, { couponId, orderId: id, userId: userId ?? 0 }));
const leftOf = async (couponId: number) => {
  const [row] = await app.db.select().from(coupons).where(eq(coupons.id, couponId));
  return row?.remaining;
};
const states = async () => (await app.db.select().from(couponHolds)).map(({ state }) => state).sort();

beforeEach(async () => {
  app = await createTestApp({ gateway: openGateway() });
  await storeGoods(app.deps);
});

it('row 6: of twenty who take the last one at the same time, one has it', async () => {
  const coupon = await storeCoupon(app.deps, { issued: 1, remaining: 1 });
  const orders: OrderRow[] = [];
  for (let n = 0; n < 20; n += 1) orders.push(await storeOrder(app));
  const results = await Promise.all(orders.map((order) => hold(order, coupon.id)));
  expect(results.filter((result) => result === 'held')).toHaveLength(1);
  expect(results.filter((result) => result === 'gone')).toHaveLength(19);
  expect([await leftOf(coupon.id), await states()]).toEqual([0, ['reserved']]);
});

it('row 7: one person has it in one order, however many they make at once', async () => {
  const user = await app.createUser();
  for (const remaining of [5, null]) {
    const coupon = await storeCoupon(app.deps, { issued: remaining, remaining });
    const orders: OrderRow[] = [];
    for (let n = 0; n < 4; n += 1) orders.push(await storeOrder(app, { userId: user.id }));
    const results = await Promise.all(orders.map((order) => hold(order, coupon.id)));
    expect(results.sort()).toEqual(['already_used', 'already_used', 'already_used', 'held']);
    expect(await leftOf(coupon.id)).toBe(remaining === null ? null : 4);
  }
});

it('row 8: it comes back exactly once, whoever ends the order at the same time, and can be held again', async () => {
  const coupon = await storeCoupon(app.deps, { issued: 2, remaining: 2 });
  const order = await storeOrder(app);
  expect([await hold(order, coupon.id), await hold(order, coupon.id)]).toEqual(['held', 'held']);
  expect(await leftOf(coupon.id)).toBe(1);
  const returned = await Promise.all(
    Array.from({ length: 8 }, () => inTx((tx) => returnCoupon(tx, order.id))),
  );
  expect(returned.filter(Boolean)).toHaveLength(1);
  expect([await leftOf(coupon.id), await states()]).toEqual([2, ['returned']]);
  expect(await hold(order, coupon.id)).toBe('held');
  expect([await leftOf(coupon.id), await states()]).toEqual([1, ['reserved']]);
});

it('row 8: payment and expiry at the same time leave it used or returned, never both', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const coupon = await storeCoupon(app.deps, { issued: 1, remaining: 1 });
    const order = await storeOrder(app);
    await hold(order, coupon.id);
    const [used, returned] = await Promise.all([
      inTx((tx) => useCoupon(tx, order.id)),
      inTx((tx) => returnCoupon(tx, order.id)),
    ]);
    expect(used).not.toBe(returned);
    expect(await leftOf(coupon.id)).toBe(returned ? 1 : 0);
  }
});

it('what is used stays used, and an order without a coupon has none to give back', async () => {
  const coupon = await storeCoupon(app.deps, { issued: 1, remaining: 1 });
  const [order, bare] = [await storeOrder(app), await storeOrder(app)];
  await hold(order, coupon.id);
  expect(await inTx((tx) => useCoupon(tx, order.id))).toBe(true);
  expect(await inTx((tx) => returnCoupon(tx, order.id))).toBe(false);
  expect(await inTx((tx) => returnCoupon(tx, bare.id))).toBe(false);
  expect([await leftOf(coupon.id), await states()]).toEqual([0, ['used']]);
});

it('a coupon without a limit is never gone, a withdrawn one is', async () => {
  const endless = await storeCoupon(app.deps);
  const withdrawn = await storeCoupon(app.deps, { withdrawn: new Date(app.clock.now()) });
  for (let n = 0; n < 3; n += 1) expect(await hold(await storeOrder(app), endless.id)).toBe('held');
  expect(await hold(await storeOrder(app), withdrawn.id)).toBe('gone');
});
