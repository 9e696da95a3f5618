import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../db/client.ts';
import { type OrderRow, paymentAttempts } from '../../db/schema/order.ts';
import { openTestShop, type TestShop } from '../../testing/buyer.ts';
import { takeMails } from '../../testing/mails.ts';
import {
  commandLines,
  day,
  hour,
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
  wishFor,
} from '../../testing/shop.ts';
import { addDays, timeOfDay } from '../money/jstDate.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { lockAttempt } from './attempts.ts';
import { cancelOrder } from './cancel.ts';
import { lockOrder } from './lock.ts';
import { compareBooks, runNight } from './nightly.ts';
import { sendReminders } from './reminders.ts';
import { stopAttempt } from './stop.ts';

let shop: TestShop;
const open = async () => {
  shop = await openTestShop();
  return shop;
};
afterEach(() => shop.gateway.stop());

const slipOrder = async (method: 'cvs' | 'bank', total?: number) => {
  await open();
  const order = await orderFor(shop, { method }, total === undefined ? {} : { total });
  await runDue(shop.app.deps);
  return order;
};
const first = (order: OrderRow) => `${order.orderNo}-01`;
/** The books match the stored state. */
const problems = async () => [...(await compareBooks(shop.app.deps, new Date(0))).values()].flat();

describe('a slip of a store', () => {
  it('is shown and mailed, and paid by the search that a notification causes', async () => {
    const order = await slipOrder('cvs');
    const out = await lookAt(shop, order);
    expect([out.status, out.state]).toEqual(['awaiting_payment', 'slip']);
    expect(out.last.slip?.cvs?.receiptNo).toMatch(/^\d+$/);
    expect(out.last.dueAt).toEqual(new Date('2026-04-15T23:59:59+09:00'));
    expect(out.order.dueAt).toEqual(out.last.dueAt);
    shop.gateway.payAtTill(first(order));
    expect(await (await notify(shop, noteOf(shop, first(order)))).text()).toBe('0');
    await runDue(shop.app.deps);
    const { status, balance } = await lookAt(shop, order);
    expect([status, balance.clearing_cvs, balance.receivable]).toEqual(['paid', 9800, 0]);
    expect(await mailsOf(shop)).toEqual(['order-slip', 'order-paid']);
    expect(await problems()).toEqual([]);
  });

  it('row 71: without any notification the hourly search pays the order', async () => {
    const order = await slipOrder('cvs');
    shop.gateway.payAtTill(first(order));
    await pass(shop, 61 * minute, 10 * minute);
    expect((await lookAt(shop, order)).status).toBe('paid');
  });

  it('row 72: paid at 23:58 of its last day and told at 01:00, it is paid', async () => {
    const order = await slipOrder('cvs');
    await pass(shop, 5 * day + 11 * hour, 6 * hour);
    shop.app.clock.advance(58 * minute);
    shop.gateway.payAtTill(first(order));
    shop.app.clock.advance(62 * minute);
    await runDue(shop.app.deps);
    const { status, order: paid } = await lookAt(shop, order);
    expect(status).toBe('paid');
    expect(paid.paidAt).toEqual(new Date('2026-04-15T23:58:00+09:00'));
  });

  it('ends unpaid after its day, once', async () => {
    const order = await slipOrder('cvs');
    await pass(shop, 6 * day, 6 * hour);
    const { status, state } = await lookAt(shop, order);
    expect([status, state]).toEqual(['expired', 'expired']);
    expect(await mailsOf(shop)).toEqual(['order-slip', 'order-expired']);
    expect(await problems()).toEqual([]);
  });

  it('row 73: paid after it has expired, the money is held, nobody gets anything, somebody looks', async () => {
    const order = await slipOrder('cvs');
    await pass(shop, 6 * day, 6 * hour);
    shop.gateway.payAtTill(first(order), { isForced: true });
    await notify(shop, noteOf(shop, first(order)));
    await runDue(shop.app.deps);
    const { status, state, balance } = await lookAt(shop, order);
    expect([status, state]).toEqual(['expired', 'extra']);
    expect(balance).toMatchObject({ clearing_cvs: 9800, suspense: -9800, sales: 0 });
    expect(await itemsOf(shop, order)).toEqual([]);
    expect(await tasksOf(shop)).toEqual(['late_payment']);
    expect(await mailsOf(shop)).toEqual(['order-slip', 'order-expired', 'order-late-payment']);
    expect(await problems()).toEqual([]);
  });

  it('stays open until a day after its date while nobody can say what became of it, then ends', async () => {
    const order = await slipOrder('cvs');
    shop.gateway.faults([{ fault: '5xx:before', on: 'SearchTradeMulti' }]);
    await pass(shop, 6 * day, 3 * hour);
    expect((await lookAt(shop, order)).status).toBe('awaiting_payment');
    await pass(shop, day, 3 * hour);
    expect((await lookAt(shop, order)).status).toBe('expired');
  });

  it('a lost reply of the issue costs nothing: the search brings the numbers', async () => {
    await open();
    const order = await orderFor(shop, { method: 'cvs' });
    shop.gateway.faults([{ fault: 'drop_after', on: 'ExecTranCvs' }]);
    await runDue(shop.app.deps);
    await pass(shop, 2 * minute);
    const { status, last } = await lookAt(shop, order);
    expect([status, last.state, last.isUnknown]).toEqual(['awaiting_payment', 'slip', false]);
    expect(last.slip?.cvs?.receiptNo).toBe(shop.gateway.trade(first(order))?.cvs?.receiptNo);
  });

  it('row 52: an account that is closed without a readable reply is not closed again: a search finds it', async () => {
    await open();
    for (const fault of ['drop_after', 'html']) {
      const order = await orderFor(shop, { method: 'bank' });
      await runDue(shop.app.deps);
      shop.gateway.faults([{ fault, on: 'CancelTranGANB', nth: 1 }]);
      await shop.app.db.transaction(async (tx) =>
        cancelOrder(tx as Tx, shop.app.deps, await lockOrder(tx as Tx, order.id), 'buyer'),
      );
      await pass(shop, 2 * minute);
      expect((await lookAt(shop, order)).status, fault).toBe('canceled');
      expect(shop.gateway.asked('CancelTranGANB', first(order)), fault).toBe(1);
    }
    expect(await problems()).toEqual([]);
  });

  it('row 80: nobody is reminded who paid a minute ago, and nobody twice', async () => {
    const order = await slipOrder('cvs');
    await pass(shop, 4 * day, 6 * hour);
    shop.gateway.payAtTill(first(order));
    await notify(shop, noteOf(shop, first(order)));
    shop.app.clock.advance(5000);
    await runDue(shop.app.deps);
    await sendReminders(shop.app.deps);
    expect(await mailsOf(shop)).toEqual(['order-slip', 'order-paid']);
    const open = await orderFor(shop, { method: 'cvs' });
    await runDue(shop.app.deps);
    await pass(shop, 4 * day, 6 * hour);
    await sendReminders(shop.app.deps);
    await sendReminders(shop.app.deps);
    expect((await lookAt(shop, open)).status).toBe('awaiting_payment');
    expect((await mailsOf(shop)).filter((kind) => kind === 'order-reminder')).toHaveLength(1);
  });
});

/** The buyer asks for another way of paying while a slip is out. */
async function changeMethod(order: OrderRow): Promise<void> {
  const wish = wishFor(shop.gateway, { method: 'card', card: 'frictionless' });
  const { last } = await lookAt(shop, order);
  await shop.app.db.transaction(async (tx) => {
    await lockOrder(tx as Tx, order.id);
    await stopAttempt(tx as Tx, shop.app.deps, await lockAttempt(tx as Tx, last.id), { kind: 'retry', wish });
  });
}

describe('a slip and another way of paying', () => {
  it('row 74: the slip is cancelled first, then the new way begins', async () => {
    const order = await slipOrder('cvs');
    await changeMethod(order);
    expect((await lookAt(shop, order)).attempts).toHaveLength(1);
    await runDue(shop.app.deps);
    const { status, attempts } = await lookAt(shop, order);
    expect([status, ...attempts.map(({ state }) => state)]).toEqual(['paid', 'cancelled', 'captured']);
    expect(shop.gateway.trade(first(order))?.status).toBe('CANCEL');
    expect(await problems()).toEqual([]);
  });

  it('row 74: paid in between, it is paid by the slip, and no card is charged', async () => {
    const order = await slipOrder('cvs');
    shop.gateway.payAtTill(first(order));
    await changeMethod(order);
    await runDue(shop.app.deps);
    const { status, attempts, balance } = await lookAt(shop, order);
    expect([status, attempts.length, balance.clearing_cvs, balance.clearing_card]).toEqual([
      'paid',
      1,
      9800,
      0,
    ]);
    expect(shop.gateway.trade(`${order.orderNo}-02`)).toBeNull();
  });

  it('row 75: nobody knows whether the slip is gone: no new attempt until a search says so', async () => {
    const order = await slipOrder('cvs');
    shop.gateway.faults([
      { fault: 'drop_after', on: 'CvsCancel' },
      { fault: '5xx:before', on: 'SearchTradeMulti' },
    ]);
    await changeMethod(order);
    await runDue(shop.app.deps);
    await pass(shop, 20 * minute, 5 * minute);
    const waiting = await lookAt(shop, order);
    expect([waiting.status, waiting.attempts.length]).toEqual(['awaiting_payment', 1]);
    expect(await commandLines(shop, waiting.last.id)).toContain('cancel_slip 1 unknown');
    shop.gateway.faults([]);
    await pass(shop, 40 * minute, 5 * minute);
    const { status, attempts } = await lookAt(shop, order);
    expect([status, ...attempts.map(({ state }) => state)]).toEqual(['paid', 'cancelled', 'captured']);
  });

  it('row 75: a cancellation that did not happen is asked for again once a search has proved it', async () => {
    const order = await slipOrder('cvs');
    shop.gateway.faults([{ fault: 'drop_before', on: 'CvsCancel', nth: 1 }]);
    await changeMethod(order);
    await runDue(shop.app.deps);
    await pass(shop, 9 * minute);
    expect((await lookAt(shop, order)).attempts).toHaveLength(1);
    await pass(shop, 25 * minute, 5 * minute);
    expect((await lookAt(shop, order)).status).toBe('paid');
  });

  it('row 76: paid by slip and card anyway: the second is held and owed back, one right is given', async () => {
    const order = await slipOrder('cvs');
    await changeMethod(order);
    await runDue(shop.app.deps);
    expect((await lookAt(shop, order)).status).toBe('paid');
    shop.gateway.payAtTill(first(order), { isForced: true });
    await notify(shop, noteOf(shop, first(order)));
    await runDue(shop.app.deps);
    const { status, attempts, balance } = await lookAt(shop, order);
    expect([status, ...attempts.map(({ state }) => state)]).toEqual(['paid', 'extra', 'captured']);
    expect(balance).toMatchObject({
      clearing_cvs: 9800,
      clearing_card: 9800,
      suspense: 0,
      refund_due: -9800,
    });
    expect(await itemsOf(shop, order)).toHaveLength(1);
    expect(await tasksOf(shop)).toEqual(['extra_payment', 'refund_transfer']);
    expect((await mailsOf(shop)).at(-1)).toBe('order-refunded-extra');
    expect(await problems()).toEqual([]);
  });

  it('called off, the slip is cancelled and the order ends once', async () => {
    const order = await slipOrder('cvs');
    const cancel = () =>
      shop.app.db.transaction(async (tx) =>
        cancelOrder(tx as Tx, shop.app.deps, await lockOrder(tx as Tx, order.id), 'いらない'),
      );
    await cancel();
    await cancel();
    await runDue(shop.app.deps);
    const { status, state } = await lookAt(shop, order);
    expect([status, state]).toEqual(['canceled', 'cancelled']);
    expect(await mailsOf(shop)).toEqual(['order-slip', 'order-canceled']);
    expect(await problems()).toEqual([]);
  });
});

describe('a transfer', () => {
  const seen = async (order: OrderRow) => {
    await notify(shop, noteOf(shop, first(order)));
    shop.app.clock.advance(5000);
    await runDue(shop.app.deps);
    return lookAt(shop, order);
  };

  it('row 70: two deposits with the same names are both posted; row 77: over is owed back', async () => {
    const order = await slipOrder('bank', 15_397);
    shop.gateway.deposit(first(order), { amount: 10_000 });
    const part = await seen(order);
    expect([part.status, part.last.received, part.balance.clearing_bank]).toEqual([
      'awaiting_payment',
      10_000,
      10_000,
    ]);
    expect(await mailsOf(shop)).toEqual(['order-slip', 'order-rest-missing']);
    shop.gateway.deposit(first(order), { amount: 5400 });
    const paid = await seen(order);
    expect(paid.status).toBe('paid');
    expect(paid.balance).toMatchObject({
      clearing_bank: 15_400,
      sales: -15_397,
      refund_due: -3,
      receivable: 0,
    });
    await seen(order);
    expect((await lookAt(shop, order)).balance).toEqual(paid.balance);
    expect(await mailsOf(shop)).toEqual(['order-slip', 'order-rest-missing', 'order-paid', 'order-overpaid']);
    expect(await tasksOf(shop)).toEqual(['refund_transfer']);
    expect(await problems()).toEqual([]);
  });

  it('row 77: too little twice is asked for once, gets two days more, and is owed back in the end', async () => {
    const order = await slipOrder('bank', 15_397);
    await pass(shop, 7 * day, 12 * hour);
    shop.gateway.deposit(first(order), { amount: 1000 });
    const part = await seen(order);
    expect(part.last.dueAt).toEqual(new Date('2026-04-19T23:59:00+09:00'));
    shop.gateway.deposit(first(order), { amount: 1000 });
    expect((await seen(order)).last.received).toBe(2000);
    await pass(shop, 4 * day, 6 * hour);
    expect((await lookAt(shop, order)).status).toBe('awaiting_payment');
    await pass(shop, 3 * day, 6 * hour);
    const { status, balance } = await lookAt(shop, order);
    expect(status).toBe('expired');
    expect(balance).toMatchObject({ clearing_bank: 2000, refund_due: -2000, receivable: 0, suspense: 0 });
    expect((await mailsOf(shop)).filter((kind) => kind === 'order-rest-missing')).toHaveLength(1);
    const end = (await takeMails(shop.app)).at(-1);
    expect([end?.kind, end?.text]).toEqual([
      'order-expired',
      expect.stringContaining(
        'お預かりしている2,000円は、口座へのお振り込みで返金します。返金先の口座を、購入履歴の画面からご登録ください。',
      ),
    ]);
    expect(end?.text).toContain(`/mypage/history/${order.id}`);
    expect(await problems()).toEqual([]);
  });

  it('row 77: a part that came while another way was asked for is owed back, and an account asked for', async () => {
    const order = await slipOrder('bank');
    shop.gateway.deposit(first(order), { amount: 1000 });
    shop.gateway.faults([{ fault: 'drop_after', on: 'CancelTranGANB', nth: 1 }]);
    await changeMethod(order);
    await runDue(shop.app.deps);
    await pass(shop, 2 * minute);
    const { status, balance } = await lookAt(shop, order);
    expect([status, balance.clearing_bank, balance.refund_due, balance.receivable]).toEqual([
      'paid',
      1000,
      -1000,
      0,
    ]);
    const asked = (await takeMails(shop.app)).filter(({ kind }) => kind === 'order-refund-account');
    expect(asked.map(({ text }) => text)).toEqual([expect.stringContaining('返金額: 1,000円')]);
    expect(await problems()).toEqual([]);
  });

  it('row 77: after the end a deposit is held in suspense', async () => {
    const order = await slipOrder('bank', 15_397);
    await pass(shop, 12 * day, 6 * hour);
    expect((await lookAt(shop, order)).status).toBe('expired');
    shop.gateway.deposit(first(order), { amount: 15_397 });
    const { status, balance } = await seen(order);
    expect([status, balance.suspense]).toEqual(['expired', -15_397]);
    expect(await itemsOf(shop, order)).toEqual([]);
    expect(await tasksOf(shop)).toEqual(['late_payment']);
  });

  it('row 71: after the end, a deposit without a notification is found by the night', async () => {
    const order = await slipOrder('bank', 15_397);
    const { clock, deps } = shop.app;
    await pass(shop, 12 * day, 6 * hour);
    expect((await lookAt(shop, order)).state).toBe('expired');
    await pass(shop, 13 * day, day);
    shop.gateway.deposit(first(order), { amount: 15_397 });
    const untilNight = timeOfDay(addDays(japaneseDay(clock.now()), 1), 3, 31) - clock.now();
    clock.advance(untilNight);
    await runNight(deps);
    await runDue(deps);
    expect((await lookAt(shop, order)).balance.suspense).toBe(-15_397);
    expect(await tasksOf(shop)).toEqual(['late_payment']);
  });

  it('row 78: the account decides, whatever the name, which is kept for the operator', async () => {
    const order = await slipOrder('bank');
    shop.gateway.deposit(first(order), { amount: 9800, name: 'ﾌｸｻﾞﾜ ﾊﾅｺ' });
    const { status, last } = await seen(order);
    expect(status).toBe('paid');
    expect(last.deposits).toEqual([{ amount: 9800, on: '2026-04-10', payer: 'フクザワ ハナコ' }]);
  });

  it('older totals seen after newer ones change nothing', async () => {
    const order = await slipOrder('bank', 15_397);
    shop.gateway.deposit(first(order), { amount: 10_000 });
    await seen(order);
    shop.gateway.deposit(first(order), { amount: 5400 });
    shop.gateway.faults([{ fault: 'search_lag:1' }]);
    await seen(order);
    await pass(shop, 2 * hour, 30 * minute);
    const { status, balance } = await lookAt(shop, order);
    expect([status, balance.clearing_bank]).toEqual(['paid', 15_400]);
    const due = { nextCheckAt: new Date(shop.app.clock.now()) };
    await shop.app.db.update(paymentAttempts).set(due).where(eq(paymentAttempts.orderId, order.id));
    await runDue(shop.app.deps);
    expect((await lookAt(shop, order)).balance).toEqual(balance);
  });
});
