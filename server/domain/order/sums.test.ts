import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../db/client.ts';
import { type OrderRow, paymentAttempts } from '../../db/schema/order.ts';
import type { Access } from '../../payment/port.ts';
import { readOrder, signInBuyer, type TestShop } from '../../testing/buyer.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import { takeMail, takeMails } from '../../testing/mails.ts';
import { by, first, type MoneyDesk, openMoneyDesk } from '../../testing/moneyDesk.ts';
import { buy, refundsNow } from '../../testing/refunds.ts';
import {
  comeBack,
  itemsOf,
  lookAt,
  mailsOf,
  minute,
  noteOf,
  notify,
  orderFor,
  pass,
  runDue,
  tasksOf,
  tryToPay,
} from '../../testing/shop.ts';
import { addDays, timeOfDay } from '../money/jstDate.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { applyOutcome } from './apply.ts';
import { cancelOrder } from './cancel.ts';
import { claimCommands } from './commands.ts';
import { sendClaimed } from './executor.ts';
import { lockOrder } from './lock.ts';
import { runNight } from './nightly.ts';
import { observeAttempt, observeDue } from './observe.ts';
import { openSealed } from './sealed.ts';
import { sendCommand } from './send.ts';

let shop: TestShop;
let app: TestApp;
let userId: number;
let money: MoneyDesk['money'];
let problems: MoneyDesk['problems'];

beforeEach(async () => {
  ({ shop, app, userId, money, problems } = await openMoneyDesk());
});
afterEach(() => shop.gateway.stop());

/** The gateway is asked about an attempt now. */
async function search({ id }: { id: number }) {
  const now = { nextCheckAt: new Date(app.clock.now()) };
  await app.db.update(paymentAttempts).set(now).where(eq(paymentAttempts.id, id));
  await observeDue(app.deps);
}

const seen = async (order: OrderRow) => {
  await search((await lookAt(shop, order)).last);
  await runDue(app.deps);
  return lookAt(shop, order);
};

/** The card of an order is charged another sum, and the search behind the reply is silent. */
const silently = (yen: number) =>
  shop.gateway.faults([
    { fault: `amount:${yen}`, on: 'ExecTran' },
    { fault: '5xx:before', on: 'SearchTrade' },
  ]);

describe('row 64: a charge of another sum whose search was late', () => {
  /** An order that is paid, with the sum that was asked for in the books. */
  const booked = async (yen: number) => {
    silently(yen);
    const { order } = await buy(shop, userId, [9800]);
    shop.gateway.faults([]);
    expect((await lookAt(shop, order)).balance).toMatchObject({ clearing_card: 9800, sales: -9800 });
    expect((await takeMails(app)).map(({ kind }) => kind)).toEqual(['order-paid']);
    return order;
  };

  it('of less is posted as it is, and what the staff takes off the sale is settled by it', async () => {
    const order = await booked(9000);
    await notify(shop, noteOf(shop, first(order)));
    await runDue(app.deps);
    const { status, balance } = await lookAt(shop, order);
    expect(status).toBe('paid');
    expect(balance).toMatchObject({ clearing_card: 9000, sales: -9800, refund_due: 800, suspense: 0 });
    expect(await tasksOf(shop)).toEqual(['amount_differs']);
    expect((await money('list')).text).toMatch(/金額の違う支払い.*got=9000/s);
    expect((await seen(order)).balance).toEqual(balance);
    expect(await problems()).toEqual([]);
    expect((await money('refund', order.orderNo, '--amount', '800', ...by('佐藤'))).exit).toBe(0);
    await runDue(app.deps);
    const after = await lookAt(shop, order);
    expect([after.status, after.balance.sales, after.balance.refund_due]).toEqual([
      'partially_refunded',
      -9000,
      0,
    ]);
    expect(shop.gateway.held(first(order))).toBe(9000);
    expect(await problems()).toEqual([]);
  });

  it('is found by the night where nothing else causes a search', async () => {
    const order = await booked(9000);
    const { clock, deps } = app;
    clock.advance(timeOfDay(addDays(japaneseDay(clock.now()), 1), 3, 31) - clock.now());
    await runNight(deps);
    await runDue(deps);
    expect((await lookAt(shop, order)).balance.clearing_card).toBe(9000);
    expect(await tasksOf(shop)).toEqual(['amount_differs']);
  });

  it('of less goes back to its card as what came, not as what was asked for', async () => {
    const order = await booked(9000);
    await seen(order);
    expect((await money('refund', order.orderNo, ...by('佐藤'))).exit).toBe(0);
    await runDue(app.deps);
    const { status, balance } = await lookAt(shop, order);
    expect(status).toBe('refunded');
    expect(Object.values(balance).filter((yen) => yen !== 0)).toEqual([]);
    expect(await refundsNow(shop, order.id)).toMatchObject([{ via: 'gateway', state: 'done' }]);
    expect(shop.gateway.held(first(order))).toBe(0);
  });

  it('of more is held and told; only that goes back, and the order stays paid', async () => {
    const order = await booked(10_500);
    const { balance } = await seen(order);
    expect(balance).toMatchObject({ clearing_card: 10_500, sales: -9800, suspense: -700 });
    expect(await tasksOf(shop)).toEqual(['amount_differs']);
    const told = await takeMail(app);
    expect([told.kind, told.text]).toEqual([
      'order-amount-differs',
      expect.stringContaining('差額の700円は、そのままお預かりしています。'),
    ]);
    expect((await money('return', first(order), ...by('佐藤'))).exit).toBe(0);
    await runDue(app.deps);
    const after = await lookAt(shop, order);
    expect(after.status).toBe('paid');
    expect(after.balance).toMatchObject({ clearing_card: 9800, sales: -9800, suspense: 0, refund_due: 0 });
    expect(shop.gateway.held(first(order))).toBe(9800);
    expect(await itemsOf(shop, order)).toHaveLength(1);
    const mails = await takeMails(app);
    expect(mails.map(({ kind }) => kind)).toEqual(['order-overpaid', 'order-refund-done']);
    expect(mails[0]?.text).toContain('ご請求額より700円多くお支払いいただきました。');
    expect(await tasksOf(shop)).toEqual(['amount_differs']);
    expect((await money('list')).text).not.toContain('金額の違う支払い');
    expect(await problems()).toEqual([]);
  });

  it('is not asked for once more by the reply, where a search has named it before', async () => {
    const { deps } = app;
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' }, { userId });
    const [entry] = await claimCommands(deps, 1);
    if (entry) await sendClaimed(deps, entry);
    const [exec] = await claimCommands(deps, 1);
    if (exec?.kind !== 'exec') throw new Error('no exec');
    const { last } = await lookAt(shop, order);
    silently(9000);
    const reply = await sendCommand(deps, exec, last);
    expect(reply).toEqual({ kind: 'charged', seen: null });
    shop.gateway.faults([]);
    await observeAttempt(deps, { id: last.id, orderId: order.id });
    await applyOutcome(deps, exec, reply);
    expect((await lookAt(shop, order)).balance).toMatchObject({ clearing_card: 9000, suspense: -9000 });
  });
});

it('row 64: the buyer is told once that a sum is held, and that nothing is lost', async () => {
  shop.gateway.faults([{ fault: 'amount:9000', on: 'ExecTran' }]);
  const order = await orderFor(shop, { method: 'card', card: 'frictionless' }, { userId });
  await runDue(app.deps);
  const { kind, text } = await takeMail(app);
  expect(kind).toBe('order-amount-differs');
  expect(text).toContain('9,000円のお支払いを受け取りましたが、ご注文の合計9,800円と異なっています。');
  expect(text).toContain('全額をお預かりしています。もう一度お支払いになる必要はありません。');
  await seen(order);
  expect(await takeMails(app)).toEqual([]);
});

it('a part that somebody gave back at the gateway’s own screen is booked, and a person is told', async () => {
  const { order } = await buy(shop, userId, [9800]);
  const { last } = await lookAt(shop, order);
  const access = await openSealed<Access>(app.deps.keys, last.access ?? '');
  await app.deps.gateway.lowerAmount({ gatewayOrderId: last.gatewayOrderId, access, amount: 6000 });
  const { balance } = await seen(order);
  expect(balance).toMatchObject({ clearing_card: 6000, refund_due: 3800 });
  expect(await tasksOf(shop)).toEqual(['refund_outside']);
  expect(await problems()).toEqual([]);
});

it('row 40: the page names a charge that goes back behind a later failure, and says when it is back', async () => {
  const buyer = await signInBuyer(app);
  const order = await orderFor(shop, { method: 'card' }, { userId: buyer.id });
  await runDue(app.deps);
  shop.gateway.faults([{ fault: 'drop_after', on: 'SecureTran2', nth: 1 }, { fault: 'search_lag:9' }]);
  await comeBack(shop, order);
  await runDue(app.deps);
  await pass(shop, 16 * minute);
  shop.gateway.faults([]);
  await tryToPay(shop, order, { method: 'card', card: 'G02' });
  await runDue(app.deps);
  const { status, attempts } = await lookAt(shop, order);
  expect([status, ...attempts.map(({ state }) => state)]).toEqual(['failed', 'refused', 'refused']);
  const [late] = attempts;
  if (!late) throw new Error('no attempt');
  await search(late);
  const reader = await app.signIn(buyer);
  expect(await readOrder(app, reader, order.id)).toMatchObject({
    status: 'failed',
    payment: { received: 9800, is_uncharged: false, is_returned: false, failure: 'limit' },
  });
  await runDue(app.deps);
  expect(await readOrder(app, reader, order.id)).toMatchObject({
    status: 'failed',
    payment: { received: 0, is_uncharged: false, is_returned: true },
  });
});

describe('a part of a transfer for an order that is called off', () => {
  const calledOff = async () => {
    const order = await orderFor(shop, { method: 'bank' }, { userId });
    await runDue(app.deps);
    await app.db.transaction(async (tx) =>
      cancelOrder(tx as Tx, app.deps, await lockOrder(tx as Tx, order.id), 'いらない'),
    );
    return order;
  };

  it('goes back: nobody is asked for the rest while the account is being closed', async () => {
    const order = await calledOff();
    shop.gateway.faults([{ fault: 'drop_before', on: 'CancelTranGANB', nth: 1 }]);
    await runDue(app.deps);
    shop.gateway.deposit(first(order), { amount: 1000 });
    await pass(shop, 2 * minute);
    expect((await lookAt(shop, order)).last.received).toBe(1000);
    expect(await mailsOf(shop)).toEqual(['order-slip']);
    await pass(shop, 14 * minute, 2 * minute);
    const { status, balance } = await lookAt(shop, order);
    expect([status, balance.refund_due]).toEqual(['canceled', -1000]);
    expect(await mailsOf(shop)).toEqual(['order-slip', 'order-canceled']);
  });

  it('is asked about after all when the gateway does not close the account', async () => {
    const order = await calledOff();
    shop.gateway.faults([{ fault: 'error:E11010003', on: 'CancelTranGANB' }]);
    shop.gateway.deposit(first(order), { amount: 1000 });
    await runDue(app.deps);
    const { status, last } = await lookAt(shop, order);
    expect([status, last.fencedAt, last.received]).toEqual(['awaiting_payment', null, 1000]);
    expect(await mailsOf(shop)).toEqual(['order-slip', 'order-rest-missing']);
  });
});
