import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { paymentAttempts } from '../../db/schema/order.ts';
import { transaction } from '../../db/transaction.ts';
import { openTestShop, type TestShop } from '../../testing/buyer.ts';
import { storeSeller } from '../../testing/paidOrders.ts';
import { buy, refundsNow } from '../../testing/refunds.ts';
import { commandLines, day, lookAt, minute, pass, runDue, tasksOf } from '../../testing/shop.ts';
import { claimCommands } from '../order/commands.ts';
import { lockOrder } from '../order/lock.ts';
import { compareBooks } from '../order/nightly.ts';
import { sendCommand } from '../order/send.ts';
import { askRefund } from './ask.ts';
import { decideRefund } from './decide.ts';
import { refundFacts } from './facts.ts';
import { offerNumber, offersOf } from './offers.ts';

let shop: TestShop;
let userId: number;

beforeEach(async () => {
  shop = await openTestShop();
  userId = (await shop.app.createUser()).id;
  await storeSeller(shop.app);
});
afterEach(() => shop.gateway.stop());

/** The buyer asks for everything, or for some things, by the present quote. */
function giveBack(orderId: number, items?: number[]): Promise<void> {
  const { app } = shop;
  return transaction(app.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const [offer] = offersOf(await refundFacts(tx, order), app.clock.now()).offers;
    if (!offer) throw new Error('no offer');
    const number = offerNumber(order.id, offer);
    await askRefund(tx, app.deps, order, { kind: offer.kind, number, ...(items ? { items } : {}) });
  });
}

const problems = async () => [...(await compareBooks(shop.app.deps, new Date(0))).values()];

describe('a refund through the gateway', () => {
  it('row 100: partial refunds, then the rest: each lowers by its sum, and the remainder is exact', async () => {
    const { order, items } = await buy(shop, userId, [4233, 8331, 2833]);
    const held = () => shop.gateway.held(`${order.orderNo}-01`);
    await giveBack(order.id, [items[1]?.id ?? 0]);
    await runDue(shop.app.deps);
    expect(held()).toBe(7066);
    await giveBack(order.id, [items[0]?.id ?? 0]);
    await runDue(shop.app.deps);
    expect(held()).toBe(2833);
    await giveBack(order.id);
    await runDue(shop.app.deps);
    expect(held()).toBe(0);
    const { status, balance, last } = await lookAt(shop, order);
    expect(status).toBe('refunded');
    expect(balance).toMatchObject({ sales: 0, clearing_card: 0, refund_due: 0 });
    expect((await refundsNow(shop, order.id)).map(({ amount, state }) => [amount, state])).toEqual([
      [8331, 'done'],
      [4233, 'done'],
      [2833, 'done'],
    ]);
    expect((await commandLines(shop, last.id)).slice(-3)).toEqual([
      'lower_amount 1 done',
      'lower_amount 2 done',
      'cancel_all 1 done',
    ]);
    expect(await problems()).toEqual([]);
  });

  it.each(['drop_after', '5xx', 'html', 'truncate'])(
    'row 97: an answer that is lost (%s) is searched for; nothing is lowered a second time',
    async (fault) => {
      const { order, items } = await buy(shop, userId, [4233, 8331]);
      shop.gateway.faults([{ fault, on: 'ChangeTran', nth: 1 }]);
      await giveBack(order.id, [items[0]?.id ?? 0]);
      await runDue(shop.app.deps);
      expect((await lookAt(shop, order)).status).toBe('refund_requested');
      await pass(shop, 30 * minute, 5 * minute);
      const { status, balance } = await lookAt(shop, order);
      expect([status, balance.clearing_card, balance.refund_due]).toEqual(['partially_refunded', 8331, 0]);
      expect(shop.gateway.held(`${order.orderNo}-01`)).toBe(8331);
      expect(shop.gateway.asked('ChangeTran')).toBe(1);
      expect(await problems()).toEqual([]);
    },
  );

  it('row 52: a refund whose reply cannot be read is not sent again: a search finds it', async () => {
    for (const fault of ['drop_after', '5xx']) {
      const { order } = await buy(shop, userId, [9800]);
      shop.gateway.faults([{ fault, on: 'AlterTran', nth: 1 }]);
      await giveBack(order.id);
      await pass(shop, 2 * minute);
      const { status, balance, last } = await lookAt(shop, order);
      expect([status, balance.clearing_card, balance.refund_due], fault).toEqual(['refunded', 0, 0]);
      expect(await commandLines(shop, last.id), fault).toContain('cancel_all 1 done');
      expect(shop.gateway.asked('AlterTran', last.gatewayOrderId), fault).toBe(1);
    }
    expect(await problems()).toEqual([]);
  });

  it('row 97: one that never arrived is asked for again, after searches have said so', async () => {
    const { order } = await buy(shop, userId, [9800]);
    shop.gateway.faults([{ fault: 'drop_before', on: 'AlterTran', nth: 1 }]);
    await giveBack(order.id);
    await pass(shop, 40 * minute, 5 * minute);
    const { status, balance, last } = await lookAt(shop, order);
    expect([status, balance.clearing_card, balance.refund_due]).toEqual(['refunded', 0, 0]);
    expect(await commandLines(shop, last.id)).toContain('cancel_all 2 done');
  });

  it('row 97: a search that lags behind a refund brings no money back into the books', async () => {
    const { order, items } = await buy(shop, userId, [4233, 8331]);
    shop.app.clock.advance(5 * minute);
    shop.gateway.faults([{ fault: 'search_lag:6' }]);
    await giveBack(order.id, [items[0]?.id ?? 0]);
    await pass(shop, 10 * minute);
    expect(shop.gateway.asked('ChangeTran')).toBe(1);
    const next = { nextCheckAt: new Date(shop.app.clock.now()) };
    await shop.app.db.update(paymentAttempts).set(next);
    await runDue(shop.app.deps);
    const { balance, state, last } = await lookAt(shop, order);
    expect(last.checkedAt?.getTime()).toBe(shop.app.clock.now());
    expect([balance.clearing_card, balance.suspense, state]).toEqual([8331, 0, 'captured']);
    expect(await tasksOf(shop)).toEqual([]);
  });

  it('row 97: what has gone back already is not lowered again, whoever sends it', async () => {
    const { deps } = shop.app;
    const { order, items } = await buy(shop, userId, [4233, 8331]);
    await giveBack(order.id, [items[0]?.id ?? 0]);
    const [command] = await claimCommands(deps, 1);
    if (!command) throw new Error('nothing to send');
    const { last } = await lookAt(shop, order);
    const kinds = [];
    for (const _ of [1, 2]) kinds.push((await sendCommand(deps, command, last)).kind);
    expect(kinds).toEqual(['given_back', 'given_back']);
    expect(shop.gateway.asked('ChangeTran')).toBe(1);
  });

  it('row 98: a way that the day has closed is read again, and the other one taken', async () => {
    const { app, gateway } = shop;
    app.clock.advance(Date.parse('2026-04-30T23:50:00+09:00') - app.clock.now());
    const { order } = await buy(shop, userId, [9800]);
    // The gateway is in the next month already, our clock is not.
    gateway.shift(11 * minute);
    await giveBack(order.id);
    await runDue(app.deps);
    await pass(shop, 30 * minute, 5 * minute);
    const { status, balance, last } = await lookAt(shop, order);
    expect([status, balance.clearing_card, balance.refund_due]).toEqual(['refunded', 0, 0]);
    expect(gateway.held(`${order.orderNo}-01`)).toBe(0);
    expect(gateway.trade(`${order.orderNo}-01`)?.status).toBe('RETURNX');
    const lines = await commandLines(shop, last.id);
    expect(lines.filter((line) => line.startsWith('cancel_all')).length).toBeGreaterThan(1);
  });

  it('row 99: after 180 days it becomes a transfer with a mail, and the gateway is not asked again', async () => {
    const { app, gateway } = shop;
    const { order, items } = await buy(shop, userId, [9800]);
    app.clock.advance(181 * day);
    await transaction(app.db, async (tx) => {
      const locked = await lockOrder(tx, order.id);
      const line = { item: items[0]?.id ?? 0, name: '講座1', amount: 9800, rate: 10, ends: true };
      await decideRefund(tx, app.deps, locked, {
        kind: 'staff',
        key: 'staff:test',
        lines: [line],
        reason: '',
        askedBy: 'staff',
        actor: '佐藤',
      });
    });
    await runDue(app.deps);
    expect(await refundsNow(shop, order.id)).toMatchObject([{ via: 'transfer', state: 'needs_account' }]);
    const asked = gateway.asked('AlterTran');
    await pass(shop, 3 * day, day);
    expect(gateway.asked('AlterTran')).toBe(asked);
    expect(await tasksOf(shop)).toEqual(['refund_transfer']);
    const { status, balance } = await lookAt(shop, order);
    expect([status, balance.refund_due, balance.clearing_card]).toEqual(['refund_requested', -9800, 9800]);
    expect(await problems()).toEqual([]);
  });

  it('a card that takes no part back is not cancelled whole: it becomes a transfer', async () => {
    const card = { method: 'card', card: 'no_part' } as const;
    const { order, items } = await buy(shop, userId, [4233, 8331], card);
    await giveBack(order.id, [items[0]?.id ?? 0]);
    await runDue(shop.app.deps);
    expect(await refundsNow(shop, order.id)).toMatchObject([{ via: 'transfer', amount: 4233 }]);
    expect(shop.gateway.held(`${order.orderNo}-01`)).toBe(12_564);
    expect(shop.gateway.asked('AlterTran')).toBe(0);
  });
});

describe('a refund of the staff', () => {
  const decide = (orderId: number, item: number | null, amount: number) =>
    transaction(shop.app.db, async (tx) => {
      const line = { item, name: '講座', amount, rate: 10, ends: true };
      return decideRefund(tx, shop.app.deps, await lockOrder(tx, orderId), {
        kind: 'staff',
        key: `staff:${amount}`,
        lines: [line],
        reason: '',
        askedBy: 'staff',
        actor: '佐藤',
      });
    });

  it('is not decided while another one of the order is at the gateway', async () => {
    const { order, items } = await buy(shop, userId, [4233, 8331]);
    await decide(order.id, items[0]?.id ?? 0, 4233);
    await expect(decide(order.id, items[1]?.id ?? 0, 8331)).rejects.toThrow('手続き中です');
    await runDue(shop.app.deps);
    expect(shop.gateway.held(`${order.orderNo}-01`)).toBe(8331);
    await decide(order.id, items[1]?.id ?? 0, 8331);
  });

  it('is never more than what is left of the sale, whatever its lines are of', async () => {
    const { order } = await buy(shop, userId, [4233]);
    await expect(decide(order.id, null, 4234)).rejects.toThrow('あと4233円までです');
    await expect(decide(order.id, null, 0)).rejects.toThrow('あと4233円までです');
    await decide(order.id, null, 4233);
  });
});
