import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../db/client.ts';
import { couponHolds, type OrderRow, orders, paymentAttempts } from '../db/schema/order.ts';
import { moneyAudit, refunds } from '../db/schema/refund.ts';
import { coupons } from '../db/schema/shop.ts';
import { holdCoupon } from '../domain/coupon/holds.ts';
import type { TestShop } from '../testing/buyer.ts';
import type { TestApp } from '../testing/createTestApp.ts';
import { storeCoupon, storeGoods } from '../testing/goods.ts';
import { takeMails } from '../testing/mails.ts';
import { by, first, type MoneyDesk, openMoneyDesk } from '../testing/moneyDesk.ts';
import { buy, refundsNow } from '../testing/refunds.ts';
import { day, hour, lookAt, orderFor, pass, runDue, tasksOf } from '../testing/shop.ts';

let shop: TestShop;
let app: TestApp;
let userId: number;
let money: MoneyDesk['money'];
let problems: MoneyDesk['problems'];

beforeEach(async () => {
  ({ shop, app, userId, money, problems } = await openMoneyDesk());
});
afterEach(() => shop.gateway.stop());

/** A bank order that ended unpaid. `prepare`: what happens to it before. */
async function endedOrder(prepare: (order: OrderRow) => Promise<unknown> = async () => undefined) {
  const order = await orderFor(shop, { method: 'bank' }, { userId });
  await prepare(order);
  await runDue(app.deps);
  await pass(shop, 12 * day, 6 * hour);
  expect((await lookAt(shop, order)).status).toBe('expired');
  return order;
}

/** Money that comes on the account of an order that has ended, and is found by a search. */
async function comesLate(order: OrderRow, amount: number) {
  shop.gateway.deposit(first(order), { amount });
  await app.db
    .update(paymentAttempts)
    .set({ nextCheckAt: new Date(app.clock.now()) })
    .where(eq(paymentAttempts.orderId, order.id));
  await runDue(app.deps);
}

it('each late deposit is listed, told and given back, also the second one on the same account', async () => {
  const order = await endedOrder();
  for (const [amount, owed] of [
    [4800, 4800],
    [5000, 9800],
    [5000, 14_800],
  ] as const) {
    await takeMails(app);
    await comesLate(order, amount);
    expect((await takeMails(app)).map(({ kind }) => kind)).toEqual(['order-late-payment']);
    expect((await money('list')).text).toMatch(new RegExp(`期限後の入金[^]*yen=${amount}\\b`));
    expect((await money('return', first(order), ...by('佐藤'))).exit).toBe(0);
    const [mail] = await takeMails(app);
    expect([mail?.kind, mail?.text]).toEqual([
      'order-refunded-late',
      expect.stringContaining(`返金する金額: ${amount.toLocaleString('ja-JP')}円`),
    ]);
    expect((await lookAt(shop, order)).balance).toMatchObject({ suspense: 0, refund_due: -owed });
    expect((await money('return', first(order), ...by('佐藤'))).exit).toBe(2);
    expect((await money('list')).text).not.toContain('期限後の入金');
  }
  expect((await refundsNow(shop, order.id)).map(({ amount }) => amount)).toEqual([4800, 5000, 5000]);
  expect(await problems()).toEqual([]);
});

it('two deposits before anybody looked are one task with what is held', async () => {
  const order = await endedOrder();
  await comesLate(order, 4800);
  await comesLate(order, 5000);
  expect(await tasksOf(shop)).toEqual(['late_payment']);
  expect((await money('list')).text).toContain('yen=9800');
});

it('money that no task speaks of is listed from the books', async () => {
  const order = await endedOrder();
  await comesLate(order, 4800);
  const [, id = ''] = /#(\d+) yen=4800/.exec((await money('list')).text) ?? [];
  expect((await money('done', id, ...by('佐藤'))).exit).toBe(0);
  expect((await money('list')).text).toMatch(new RegExp(`預かったままの入金[^]*${first(order)} 4800円`));
});

it('a further late deposit pays a further order, and the books of all are right', async () => {
  const ended = await endedOrder();
  for (const _ of [1, 2]) {
    await comesLate(ended, 9800);
    const order = await orderFor(shop, { method: 'card', card: 'G12' }, { userId });
    await runDue(app.deps);
    expect((await money('match', first(ended), order.orderNo, '--force', ...by('佐藤'))).exit).toBe(0);
    const { status, balance } = await lookAt(shop, order);
    expect([status, balance.receivable, balance.payout]).toEqual(['paid', 0, 9800]);
  }
  expect((await lookAt(shop, ended)).balance).toMatchObject({ suspense: 0, payout: -19_600 });
  expect(await problems()).toEqual([]);
});

describe('row 64: money of another sum than was asked for', () => {
  /** An order whose card was charged 5,000 yen instead. */
  const differs = async () => {
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' }, { userId });
    shop.gateway.faults([{ fault: 'amount:5000', on: 'ExecTran', order: order.orderNo }]);
    await runDue(app.deps);
    expect((await lookAt(shop, order)).balance.suspense).toBe(-5000);
    expect((await takeMails(app)).map(({ kind }) => kind)).toEqual(['order-amount-differs']);
    return order;
  };

  it('goes back to its card, with which its order ends and its buyer reads why', async () => {
    const order = await differs();
    expect((await money('return', first(order), ...by('佐藤'))).exit).toBe(0);
    await runDue(app.deps);
    const { status, balance } = await lookAt(shop, order);
    expect([status, balance.suspense, balance.refund_due, balance.clearing_card]).toEqual([
      'canceled',
      0,
      0,
      0,
    ]);
    expect(shop.gateway.held(first(order))).toBe(0);
    const [mail, ...more] = await takeMails(app);
    expect([mail?.kind, more]).toEqual(['order-refunded-late', []]);
    expect(mail?.text).toContain('お支払いの金額がご注文と異なっていたため');
    expect(mail?.text).not.toContain('口座');
    expect(await problems()).toEqual([]);
  });

  it('pays another order, after which its own has nothing left to wait for', async () => {
    const order = await differs();
    const other = await orderFor(shop, { method: 'card', card: 'G12' }, { userId, total: 5000 });
    await runDue(app.deps);
    expect((await money('match', first(order), other.orderNo, '--force', ...by('佐藤'))).exit).toBe(0);
    expect([(await lookAt(shop, other)).status, (await lookAt(shop, order)).status]).toEqual([
      'paid',
      'canceled',
    ]);
    expect(await problems()).toEqual([]);
  });
});

it('the coupon of an ended order is used when late money pays the order after all', async () => {
  await storeGoods(app.deps);
  const coupon = await storeCoupon(app.deps, { issued: 5, remaining: 5 });
  const order = await endedOrder(async ({ id }) => {
    await app.db.update(orders).set({ couponId: coupon.id }).where(eq(orders.id, id));
    await app.db.transaction((tx) => holdCoupon(tx as Tx, { couponId: coupon.id, orderId: id, userId }));
  });
  const states = async () => (await app.db.select().from(couponHolds)).map(({ state }) => state);
  expect(await states()).toEqual(['returned']);
  await comesLate(order, 9800);
  expect((await money('match', first(order), order.orderNo, '--force', ...by('佐藤'))).exit).toBe(0);
  expect(await states()).toEqual(['used']);
});

it('if the coupon of an ended order is used elsewhere by now, the order is paid and the act says so', async () => {
  await storeGoods(app.deps);
  const coupon = await storeCoupon(app.deps, { issued: 5, remaining: 5 });
  const hold = (orderId: number) =>
    app.db.transaction((tx) => holdCoupon(tx as Tx, { couponId: coupon.id, orderId, userId }));
  const ended = await endedOrder(async ({ id }) => {
    await app.db.update(orders).set({ couponId: coupon.id }).where(eq(orders.id, id));
    await hold(id);
  });
  const other = await orderFor(shop, { method: 'card', card: 'G12' }, { userId });
  expect(await hold(other.id)).toBe('held');
  await comesLate(ended, 9800);
  expect((await money('match', first(ended), ended.orderNo, '--force', ...by('佐藤'))).exit).toBe(0);
  expect((await lookAt(shop, ended)).status).toBe('paid');
  const acts = await app.db.select().from(moneyAudit).where(eq(moneyAudit.act, 'match'));
  expect(acts).toMatchObject([{ after: { status: 'paid', coupon: 'already_used' } }]);
  expect((await app.db.select().from(coupons))[0]?.remaining).toBe(4);
});

it('a mail about one of several late deposits, sent again, names the yen of that one', async () => {
  const order = await endedOrder();
  for (const amount of [4800, 5000]) {
    await comesLate(order, amount);
    await money('return', first(order), ...by('佐藤'));
  }
  // Both accounts are known by now: none is asked for.
  await app.db.update(refunds).set({ state: 'ready' });
  await takeMails(app);
  expect((await money('resend', order.orderNo, 'mail', ...by('佐藤'))).exit).toBe(0);
  const [mail] = await takeMails(app);
  expect([mail?.kind, mail?.text]).toEqual([
    'order-refunded-late',
    expect.stringContaining('返金する金額: 5,000円'),
  ]);
});

it('each further transfer for an order that is paid is told with its own sum', async () => {
  const order = await orderFor(shop, { method: 'bank' }, { userId });
  await runDue(app.deps);
  await comesLate(order, 10_000);
  expect((await takeMails(app)).at(-1)?.text).toContain('返金する金額: 200円');
  await comesLate(order, 3000);
  expect((await takeMails(app)).map(({ text }) => text)).toEqual([
    expect.stringContaining('返金する金額: 3,000円'),
  ]);
  expect((await refundsNow(shop, order.id)).map(({ amount }) => amount)).toEqual([200, 3000]);
});

it('a second chargeback after the first one is done closes the refunds again', async () => {
  const { order } = await buy(shop, userId, [9800]);
  for (const turn of [1, 2]) {
    await money('chargeback', order.orderNo, '--amount', '9800', ...by('佐藤'));
    await money('chargeback', order.orderNo, '--amount', '9800', ...by('佐藤'));
    expect(await tasksOf(shop)).toHaveLength(turn);
    expect((await money('refund', order.orderNo, ...by('佐藤'))).exit).toBe(2);
    const [, id = ''] = /#(\d+) /.exec((await money('list')).text) ?? [];
    expect((await money('done', id, '--won', ...by('佐藤'))).exit).toBe(0);
  }
});
