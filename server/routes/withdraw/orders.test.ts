import { eq, isNull } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../../db/schema/accounts.ts';
import { inventories } from '../../db/schema/learning.ts';
import { couponHolds, grants, ledgerEntries, orderItems, orders } from '../../db/schema/order.ts';
import { refunds } from '../../db/schema/refund.ts';
import { carts, checkouts } from '../../db/schema/shop.ts';
import { transaction } from '../../db/transaction.ts';
import { openBuyer } from '../../domain/order/buyer.ts';
import { balanceOf } from '../../domain/order/ledger.ts';
import { lockOrder } from '../../domain/order/lock.ts';
import { saveAccount, takeTransfers } from '../../domain/refund/account.ts';
import { sweep } from '../../sweep.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import {
  confirmCheckout,
  fillCart,
  openCheckout,
  openTestShop,
  order,
  type Paying,
  runMoney,
  signInBuyer,
  type TestShop,
} from '../../testing/buyer.ts';
import { storeCourse } from '../../testing/catalog.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import { takeMails } from '../../testing/mails.ts';
import { refundAccount } from '../../testing/refunds.ts';
import { tasksOf } from '../../testing/shop.ts';
import { type SignedIn, testPassword } from '../../testing/users.ts';

const day = 86_400_000;
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

const card = (outcome: 'frictionless' | 'challenge' | 'G02'): Paying => ({
  method: 'card',
  gmo_token: shop.gateway.token(outcome),
});
const withdraw = (fields: object = {}) =>
  app.call('POST', '/accounts/withdraw/', {
    token: buyer.token,
    json: { password: testPassword, ...fields },
  });
const isMember = async () =>
  (await app.db.select().from(users).where(isNull(users.withdrawn))).some(({ id }) => id === buyer.id);

describe('row 113: who withdraws while something is ordered and not paid', () => {
  it('is told what is open, and stays a member', async () => {
    const made = await order(app, buyer, [product], cvs);
    await runMoney(app);
    const refused = await withdraw();
    expect(refused.status).toBe(409);
    expect(await bodyOf(refused)).toMatchObject({
      code: 'orders_open',
      orders: [{ id: made.id, order_no: made.order_no, status: 'awaiting_payment', can_cancel: true }],
    });
    expect(await isMember()).toBe(true);
  });

  it('may have it called off on the way, and leaves once the slip is out of the world', async () => {
    await order(app, buyer, [product], cvs);
    await runMoney(app);
    expect(await refusalOf(withdraw({ cancel_orders: true }))).toBe('409 payment_checking');
    expect(await isMember()).toBe(true);
    await runMoney(app);
    expect((await app.db.select().from(orders))[0]).toMatchObject({
      status: 'canceled',
      cancelReason: '退会',
    });
    expect((await withdraw({ cancel_orders: true })).status).toBe(204);
    expect(await isMember()).toBe(false);
  });

  it('gets a part of a transfer back: the account is closed at the bank, and what came is owed', async () => {
    const made = await order(app, buyer, [product], { method: 'bank' });
    await runMoney(app);
    shop.gateway.deposit(`${made.order_no}-01`, { amount: 3000 });
    app.clock.advance(61 * 60_000);
    await runMoney(app);
    buyer = await app.signIn(buyer);
    const refused = await withdraw();
    expect([refused.status, await bodyOf(refused)]).toMatchObject([
      409,
      { code: 'orders_open', orders: [{ id: made.id, total: 9800, received: 3000, can_cancel: true }] },
    ]);
    // Its own page goes on asking a person: what came must not go back by a slip of the finger.
    const cancel = app.call('POST', `/api/shop/order/${made.id}/cancel/`, { token: buyer.token, json: {} });
    expect(await refusalOf(cancel)).toBe('409 cancel_deadline');
    await takeMails(app);
    expect(await refusalOf(withdraw({ cancel_orders: true }))).toBe('409 payment_checking');
    await runMoney(app);
    const [ended] = await app.db.select().from(orders);
    expect(ended).toMatchObject({ status: 'canceled', cancelReason: '退会' });
    expect(await balanceOf(app.db, made.id)).toMatchObject({ clearing_bank: 3000, refund_due: -3000 });
    expect(await app.db.select().from(refunds)).toMatchObject([{ state: 'needs_account', amount: 3000 }]);
    expect((await takeMails(app)).map(({ text }) => text).join()).toContain('3,000円は、口座へ');
    expect((await withdraw({ cancel_orders: true })).status).toBe(204);
    expect(await isMember()).toBe(false);
    const taken = await transaction(app.db, async (tx) => {
      await saveAccount(tx, app.deps, await lockOrder(tx, made.id), refundAccount);
      return takeTransfers(tx, app.deps, true);
    });
    expect(taken).toMatchObject([{ orderNo: made.order_no, refund: { amount: 3000 } }]);
  });

  it('waits while nobody knows what becomes of a card', async () => {
    await order(app, buyer, [product], card('frictionless'));
    expect(await refusalOf(withdraw({ cancel_orders: true }))).toBe('409 payment_checking');
    expect((await app.db.select().from(orders))[0]?.status).toBe('authenticating');
  });

  it('is let go when nobody knew for half an hour: the books stay, and money that came after all is a task', async () => {
    const minute = 60_000;
    const silent = ['SearchTrade', 'SearchTradeMulti'].map((on) => ({ fault: '5xx:before', on }));
    shop.gateway.faults([{ fault: 'drop_after', on: 'ExecTran' }, ...silent]);
    const { id } = await order(app, buyer, [product], card('frictionless'));
    await runMoney(app);
    app.clock.advance(29 * minute);
    await runMoney(app);
    expect(await refusalOf(withdraw({ cancel_orders: true }))).toBe('409 payment_checking');
    app.clock.advance(minute);
    expect((await withdraw({ cancel_orders: true })).status).toBe(204);
    expect(await isMember()).toBe(false);
    shop.gateway.faults([]);
    app.clock.advance(5 * minute);
    await runMoney(app);
    expect((await app.db.select().from(orders))[0]).toMatchObject({ id, status: 'paid' });
    expect(await balanceOf(app.db, id)).toMatchObject({ sales: -9800, clearing_card: 9800 });
    expect(await tasksOf(shop)).toEqual(['no_user']);
    expect(await app.db.select().from(inventories)).toEqual([]);
  });

  it('row 64: is let go after half an hour although another sum was charged, which stays with the staff', async () => {
    shop.gateway.faults([{ fault: 'amount:9000', on: 'ExecTran' }]);
    const { id } = await order(app, buyer, [product], card('frictionless'));
    await runMoney(app);
    await takeMails(app);
    expect(await refusalOf(withdraw({ cancel_orders: true }))).toBe('409 payment_checking');
    app.clock.advance(30 * 60_000);
    expect((await withdraw({ cancel_orders: true })).status).toBe(204);
    expect((await app.db.select().from(orders))[0]?.status).toBe('authenticating');
    expect(await balanceOf(app.db, id)).toMatchObject({ clearing_card: 9000, suspense: -9000 });
    expect((await takeMails(app)).map(({ kind }) => kind)).toEqual(['withdrawn']);
    expect(await tasksOf(shop)).toEqual(['amount_differs']);
  });

  it('leaves while money is owed back: the staff can still transfer it when the account is erased', async () => {
    const made = await order(app, buyer, [product], cvs);
    await runMoney(app);
    shop.gateway.payAtTill(`${made.order_no}-01`);
    app.clock.advance(61 * 60_000);
    await runMoney(app);
    buyer = await app.signIn(buyer);
    const { token } = buyer;
    const path = `/api/shop/order/${made.id}/refund/`;
    const { offers } = await bodyOf<{ offers: { kind: string; number: string }[] }>(
      app.call('GET', `${path}quote/`, { token }),
    );
    const [{ kind, number } = { kind: '', number: '' }] = offers;
    expect((await app.call('POST', path, { token, json: { kind, number } })).status).toBeLessThan(300);
    expect((await app.db.select().from(refunds))[0]?.state).toBe('needs_account');
    expect((await withdraw()).status).toBe(204);
    app.clock.advance(31 * day);
    await sweep(app.deps);
    const [kept] = await app.db.select().from(orders);
    expect([kept?.userId, kept && (await openBuyer(app.deps.keys, kept)).email]).toEqual([null, buyer.email]);
    const taken = await transaction(app.db, async (tx) => {
      await saveAccount(tx, app.deps, await lockOrder(tx, made.id), refundAccount);
      return takeTransfers(tx, app.deps, true);
    });
    expect(taken).toMatchObject([{ orderNo: made.order_no, account: { number: '1234567' } }]);
  });

  it('is not kept by an order that has failed: it ends without a word', async () => {
    await order(app, buyer, [product], card('G02'));
    await runMoney(app);
    await takeMails(app);
    expect((await withdraw()).status).toBe(204);
    expect((await app.db.select().from(orders))[0]).toMatchObject({ status: 'canceled' });
    expect((await takeMails(app)).map(({ kind }) => kind)).toEqual(['withdrawn']);
  });

  it('is not asked for anything before the password is right', async () => {
    await order(app, buyer, [product], cvs);
    await runMoney(app);
    expect(await refusalOf(withdraw({ password: 'wrong', cancel_orders: true }))).toBe('400 current_wrong');
    await runMoney(app);
    expect((await app.db.select().from(orders))[0]?.status).toBe('awaiting_payment');
  });

  it('orders nothing more with a login that is over', async () => {
    await fillCart(app, buyer, [product]);
    const checkout = await openCheckout(app, buyer, cvs);
    await withdraw();
    expect(await refusalOf(confirmCheckout(app, buyer, checkout))).toBe('401 unauthorized');
    expect(await app.db.select().from(orders)).toEqual([]);
  });
});

describe('books', () => {
  it('outlive the account: orders, sums and the sealed buyer are there when the user is erased', async () => {
    const { id } = await order(app, buyer, [product], card('frictionless'));
    await runMoney(app);
    const before = await balanceOf(app.db, id);
    expect(before).toMatchObject({ sales: -9800, clearing_card: 9800, receivable: 0 });
    expect((await withdraw()).status).toBe(204);
    app.clock.advance(31 * day);
    await sweep(app.deps);
    expect(await app.db.select().from(users).where(eq(users.id, buyer.id))).toEqual([]);
    const [kept] = await app.db.select().from(orders);
    expect(kept).toMatchObject({ id, userId: null, status: 'paid', total: 9800 });
    expect(kept?.confirmText).toHaveLength(6);
    expect(await openBuyer(app.deps.keys, { buyer: String(kept?.buyer) })).toMatchObject({
      email: buyer.email,
    });
    expect(await balanceOf(app.db, id)).toEqual(before);
    const rows = [orderItems, grants, ledgerEntries, couponHolds, checkouts, carts] as const;
    const counts = [];
    for (const table of rows) counts.push((await app.db.select().from(table)).length);
    expect(counts.slice(0, 3)).toEqual([1, 1, 4]);
    expect(counts.slice(4)).toEqual([0, 0]);
  });
});
