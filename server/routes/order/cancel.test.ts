import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { couponHolds, gatewayCommands, orders, paymentAttempts } from '../../db/schema/order.ts';
import { coupons } from '../../db/schema/shop.ts';
import { transaction } from '../../db/transaction.ts';
import { cancelOrder } from '../../domain/order/cancel.ts';
import { closeOrder } from '../../domain/order/close.ts';
import { expireDue } from '../../domain/order/expire.ts';
import { lockOrder } from '../../domain/order/lock.ts';
import { bodyOf, type PageBody, refusalOf } from '../../testing/answers.ts';
import {
  type MadeBody,
  type OrderBody,
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
import { takeMails } from '../../testing/mails.ts';
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
  await storeCoupon(app);
});
afterEach(() => shop.gateway.stop());

const cancel = (id: number, json: object = {}) =>
  app.call('POST', `/api/shop/order/${id}/cancel/`, { token: buyer.token, json });
const remaining = async () => (await app.db.select({ left: coupons.remaining }).from(coupons))[0]?.left;
const holds = async () => (await app.db.select().from(couponHolds)).map(({ state }) => state);

describe('POST /api/shop/order/{id}/cancel/', () => {
  it('takes a slip back at the gateway, then ends the order and gives the coupon back', async () => {
    const { id, order_no, total } = await order(app, buyer, [product], cvs);
    expect([total, await remaining()]).toEqual([8800, 0]);
    await runMoney(app);
    await takeMails(app);
    const answer = await cancel(id, { reason: 'まちがえました' });
    expect(answer.status).toBe(200);
    expect((await bodyOf<MadeBody>(answer)).order).toMatchObject({
      status: 'awaiting_payment',
      can_cancel: false,
      payment: { status: 'checking', cvs: null },
    });
    expect((await cancel(id)).status).toBe(200);
    await runMoney(app);
    expect(shop.gateway.trade(`${order_no}-01`)?.status).toBe('CANCEL');
    expect(await readOrder(app, buyer, id)).toMatchObject({ status: 'canceled', can_retry: false });
    expect(await readState(app, buyer, id)).toMatchObject({ next: 'failed', is_uncharged: true });
    expect([await remaining(), await holds()]).toEqual([1, ['returned']]);
    expect((await takeMails(app)).map(({ kind }) => kind)).toEqual(['order-canceled']);
    const [stored] = await app.db.select().from(orders);
    expect(stored?.cancelReason).toBe('まちがえました');
  });

  it('a slip that was paid in between is a paid order', async () => {
    const { id, order_no } = await order(app, buyer, [product], cvs);
    await runMoney(app);
    shop.gateway.payAtTill(`${order_no}-01`);
    await cancel(id);
    await runMoney(app);
    app.clock.advance(minute);
    await runMoney(app);
    expect(await readOrder(app, buyer, id)).toMatchObject({ status: 'paid', payment: { status: 'paid' } });
    expect(await holds()).toEqual(['used']);
    expect(await refusalOf(cancel(id))).toBe('409 cancel_deadline');
  });

  it('row 24: who turns back at the bank’s page has coupon and cart free once the search has proved it', async () => {
    const made = await order(app, buyer, [product], {
      method: 'card',
      gmo_token: shop.gateway.token('challenge'),
    });
    await runMoney(app);
    expect((await cancel(made.id)).status).toBe(200);
    await runMoney(app);
    expect(await readState(app, buyer, made.id)).toMatchObject({ next: 'poll', is_uncharged: false });
    expect(await remaining()).toBe(0);
    app.clock.advance(4 * minute);
    await runMoney(app);
    expect(await readState(app, buyer, made.id)).toMatchObject({ status: 'canceled', is_uncharged: true });
    expect(await remaining()).toBe(1);
    expect(shop.gateway.held(`${made.order_no}-01`)).toBe(0);
  });

  it('row 24: who leaves at the bank’s page has the coupon kept for another try for an hour, then it is free', async () => {
    await order(app, buyer, [product], { method: 'card', gmo_token: shop.gateway.token('challenge') });
    await runMoney(app);
    const past = async (minutes: number) => {
      app.clock.advance(minutes * minute);
      await runMoney(app);
      await expireDue(app.deps);
      const [row] = await app.db.select().from(orders);
      return [row?.status, ...(await holds()), await remaining()];
    };
    expect(await past(21)).toEqual(['failed', 'reserved', 0]);
    expect(await past(59)).toEqual(['failed', 'reserved', 0]);
    expect(await past(2)).toEqual(['canceled', 'returned', 1]);
  });

  it('nothing is stopped while nobody knows what becomes of it', async () => {
    const { id } = await order(app, buyer, [product], { method: 'card', gmo_token: shop.gateway.token() });
    expect(await refusalOf(cancel(id))).toBe('409 payment_checking');
    expect((await app.db.select().from(gatewayCommands))[0]?.state).toBe('ready');
  });

  it('an order that has failed ends at once', async () => {
    const { id } = await order(app, buyer, [product], {
      method: 'card',
      gmo_token: shop.gateway.token('G12'),
    });
    await runMoney(app);
    expect((await bodyOf<MadeBody>(cancel(id))).order).toMatchObject({ status: 'canceled' });
    expect([await remaining(), await holds()]).toEqual([1, ['returned']]);
    expect((await cancel(id)).status).toBe(200);
    expect(await remaining()).toBe(1);
  });

  it('row 8: a coupon comes back once, also when expiry and cancellation meet', async () => {
    const { id } = await order(app, buyer, [product], {
      method: 'card',
      gmo_token: shop.gateway.token('G12'),
    });
    await runMoney(app);
    await takeMails(app);
    const end = (run: (tx: Parameters<typeof lockOrder>[0]) => Promise<unknown>) => transaction(app.db, run);
    const expiry = { status: 'expired', reason: 'due', mail: 'expired' } as const;
    await Promise.all([
      end(async (tx) => closeOrder(tx, app.deps, await lockOrder(tx, id), expiry)),
      end(async (tx) => cancelOrder(tx, app.deps, await lockOrder(tx, id), '')),
      end(async (tx) => closeOrder(tx, app.deps, await lockOrder(tx, id), expiry)),
      end(async (tx) => cancelOrder(tx, app.deps, await lockOrder(tx, id), '')),
    ]);
    expect([await remaining(), await holds()]).toEqual([1, ['returned']]);
    expect(await takeMails(app)).toHaveLength(1);
    const other = `course-${(await storeCourse(app.deps)).id}`;
    expect((await order(app, buyer, [other], cvs)).total).toBe(8800);
  });

  it('a part payment is not thrown away by a press', async () => {
    const { id, order_no } = await order(app, buyer, [product], { method: 'bank' });
    await runMoney(app);
    shop.gateway.deposit(`${order_no}-01`, { amount: 5000 });
    await app.db.update(paymentAttempts).set({ nextCheckAt: new Date(app.clock.now()) });
    await runMoney(app);
    expect(await readOrder(app, buyer, id)).toMatchObject({
      can_cancel: false,
      can_retry: false,
      payment: { received: 5000, rest: 3800 },
    });
    expect(await refusalOf(cancel(id))).toBe('409 cancel_deadline');
  });

  it('takes no novel as a reason, and is for members only', async () => {
    const { id } = await order(app, buyer, [product], cvs);
    expect(await refusalOf(cancel(id, { reason: 'あ'.repeat(501) }))).toBe('400 validation');
    await expectMembersOnly(app, buyer, (who) =>
      app.call('POST', `/api/shop/order/${id}/cancel/`, { ...who, json: {} }),
    );
  });
});

describe('GET /api/shop/order/', () => {
  const list = async (query = '') =>
    bodyOf<PageBody<OrderBody>>(app.call('GET', `/api/shop/order/${query}`, { token: buyer.token }));

  it('shows the buyer’s orders, the newest first, by page and kind', async () => {
    const now = new Date(app.clock.now());
    const row = {
      userId: buyer.id,
      kind: 'sale' as const,
      status: 'canceled' as const,
      subtotal: 0,
      discount: 0,
      total: 0,
      method: 'none' as const,
      buyer: '-',
      confirmText: [],
      confirmHash: '-',
      confirmVersion: 1,
      agreedFrom: '-',
      agreedWith: '-',
      isTest: true,
      created: now,
      modified: now,
    };
    const many = Array.from({ length: 22 }, (_, i) => ({ ...row, orderNo: `K-${i}` }));
    await app.db
      .insert(orders)
      .values([
        ...many,
        { ...row, orderNo: 'K-plan', subscriptionId: 7 },
        { ...row, orderNo: 'K-renewal', kind: 'renewal', subscriptionId: 7 },
        { ...row, orderNo: 'K-other', userId: null },
      ]);
    const first = await list();
    expect([first.count, first.results.length, first.next]).toEqual([24, 20, '/api/shop/order/?page=2']);
    expect(first.results.slice(0, 3).map(({ order_no }) => order_no)).toEqual([
      'K-renewal',
      'K-plan',
      'K-21',
    ]);
    expect((await list('?page=2')).results).toHaveLength(4);
    expect((await list('?kind=purchase')).count).toBe(22);
    expect((await list('?kind=subscription')).results.map(({ order_no }) => order_no)).toEqual([
      'K-renewal',
      'K-plan',
    ]);
    const { token } = buyer;
    expect(await refusalOf(app.call('GET', '/api/shop/order/?kind=x', { token }))).toBe('400 validation');
    await expectMembersOnly(app, buyer, (who) => app.call('GET', '/api/shop/order/', who));
  });

  it('tells what was agreed to, and what it costs to its tax', async () => {
    const made = await order(app, buyer, [product], { method: 'bank' });
    await runMoney(app);
    const { results } = await list();
    expect(results[0]).toMatchObject({
      id: made.id,
      subtotal: 9800,
      discount: 1000,
      total: 8800,
      tax_included: 800,
      coupon: { name: '春の1,000円引き' },
      payment: { status: 'open', bank: { number: expect.stringMatching(/\d+/) } },
      receipt_url: null,
      is_test: true,
    });
    const [shown] = results as unknown as {
      confirm_snapshot: { lines: string[] }[];
      can_cancel_until: string;
    }[];
    expect(shown?.confirm_snapshot).toHaveLength(6);
    expect(shown?.can_cancel_until).toMatch(/^2026-04-17T14:59:/);
  });
});
