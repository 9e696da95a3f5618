import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../db/client.ts';
import { gatewayCommands, paymentAttempts } from '../../db/schema/order.ts';
import { settings } from '../../db/schema/system.ts';
import { refusalOf } from '../../testing/answers.ts';
import { openTestShop, readOrder, readState, signInBuyer, type TestShop } from '../../testing/buyer.ts';
import { storeCourse } from '../../testing/catalog.ts';
import { createTestApp } from '../../testing/createTestApp.ts';
import {
  comeBack,
  commandLines,
  itemsOf,
  lookAt,
  mailsOf,
  minute,
  orderFor,
  pass,
  runDue,
  tasksOf,
  tryToPay,
  type Wished,
} from '../../testing/shop.ts';
import { takeAtOnce } from '../../testing/takeAtOnce.ts';
import { testDbKind } from '../../testing/testDb.ts';
import { applyOutcome } from './apply.ts';
import { fence } from './attempts.ts';
import { claimCommands, leaseMs, pauseName } from './commands.ts';
import { runCommands, sendClaimed } from './executor.ts';
import { sendCommand } from './send.ts';

const isLong = Number(process.env.PROPERTY_CASES ?? 200) >= 2000;
let shop: TestShop;
const open = async () => {
  shop = await openTestShop();
  return shop;
};
afterEach(() => shop.gateway.stop());

/** How often the gateway did something to the trades of an order. */
function doneOf(orderNo: string, what: RegExp): number {
  const trades = shop.gateway.books().trades.filter(({ orderId }) => orderId.startsWith(orderNo));
  return trades.flatMap(({ history }) => history).filter((line) => what.test(line.what)).length;
}

/** Broken replies, after the call had its effect. The last ones say themselves that the result is unknown. */
const all = [
  'drop_after',
  '5xx',
  'html',
  'empty',
  'truncate',
  'bad_bytes',
  'error:E82010001',
  'error:E90010001',
  'error:E91099999',
];
/** Enough for commands that move no money. */
const some = ['drop_after', 'html', 'error:E90010001'];
const calls: { call: string; wished: Wished; paidBy?: 'return'; faults?: string[] }[] = [
  { call: 'EntryTran', wished: { method: 'card', card: 'frictionless' }, faults: some },
  { call: 'ExecTran', wished: { method: 'card', card: 'frictionless' } },
  { call: 'SecureTran2', wished: { method: 'card', card: 'challenge' }, paidBy: 'return' },
  { call: 'EntryTranCvs', wished: { method: 'cvs' }, faults: some },
  { call: 'ExecTranCvs', wished: { method: 'cvs' }, faults: some },
  { call: 'EntryTranGANB', wished: { method: 'bank' }, faults: some },
  { call: 'ExecTranGANB', wished: { method: 'bank' }, faults: some },
];

describe('an answer that is none', () => {
  for (const { call, wished, paidBy, faults = all } of calls) {
    it(`row 52: of ${call} leaves it unknown: it is not sent again, and money is counted once`, async () => {
      await open();
      for (const fault of faults) {
        const order = await orderFor(shop, wished);
        shop.gateway.faults([{ fault, on: call, nth: 1 }]);
        await runDue(shop.app.deps);
        if (paidBy) await comeBack(shop, order);
        await pass(shop, 16 * minute, paidBy ? minute : 4 * minute);
        const { attempts, status, balance } = await lookAt(shop, order);
        const lines = [];
        for (const { id } of attempts) lines.push(...(await commandLines(shop, id)));
        expect(
          lines.filter((line) => / (ready|sent|unknown)$/.test(line)),
          `${fault} ${call}`,
        ).toEqual([]);
        // No kind of command is sent a second time for an attempt; an entry gets a new OrderID instead.
        expect(
          lines.filter((line) => !/ 1 done$/.test(line)),
          `${fault} ${call}`,
        ).toEqual([]);
        const captured = doneOf(order.orderNo, /^captured$/);
        expect(captured, `${fault} ${call}`).toBeLessThanOrEqual(1);
        expect(balance.clearing_card, `${fault} ${call}`).toBe(captured * 9800);
        if (wished.method === 'card')
          expect(status, `${fault} ${call}`).toBe(captured === 1 ? 'paid' : 'failed');
        else expect(['awaiting_payment', 'failed'], `${fault} ${call}`).toContain(status);
        expect(await itemsOf(shop, order)).toHaveLength(status === 'paid' ? 1 : 0);
      }
    });
  }

  it('row 53: the flow limit is waited for, and the same command sent; the buyer waits', async () => {
    await open();
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' });
    shop.gateway.faults([{ fault: 'error:E92000001', on: 'ExecTran', times: 2 }]);
    await runDue(shop.app.deps);
    const waiting = await lookAt(shop, order);
    expect([waiting.status, waiting.last.isUnknown]).toEqual(['authenticating', false]);
    expect(waiting.last.secret).not.toBeNull();
    await pass(shop, 10_000, 1000);
    const { status, last } = await lookAt(shop, order);
    expect([status, last.n, last.secret]).toEqual(['paid', 1, null]);
    expect(await commandLines(shop, last.id)).toEqual(['entry 1 done', 'exec 1 done']);
  });

  it.each(['E82010001', 'E90010001'])(
    'row 54: %s, another one of the same runs: it is searched for, and the buyer told to wait',
    async (code) => {
      await open();
      const order = await orderFor(shop, { method: 'card', card: 'frictionless' });
      shop.gateway.faults([{ fault: `error:${code}`, on: 'ExecTran', nth: 1 }]);
      await runDue(shop.app.deps);
      const waiting = await lookAt(shop, order);
      expect([waiting.status, waiting.last.isUnknown]).toEqual(['authenticating', true]);
      // Searches say that nothing was charged. After the fence this is proven, and nothing is sent again.
      const searches = shop.gateway.asked('SearchTrade');
      await pass(shop, 2 * minute);
      expect(shop.gateway.asked('SearchTrade')).toBeGreaterThan(searches);
      await pass(shop, 14 * minute, 4 * minute);
      const { status, last } = await lookAt(shop, order);
      expect([status, last.n, last.isUnknown]).toEqual(['failed', 1, false]);
      expect(await commandLines(shop, last.id)).toEqual(['entry 1 done', 'exec 1 done']);
      expect(doneOf(order.orderNo, /^captured$/)).toBe(0);
    },
  );

  it('row 55: a broken line to the card company is unknown: the page is told to wait, not that it failed', async () => {
    await open();
    const order = await orderFor(shop, { method: 'card', card: 'line' });
    await runDue(shop.app.deps);
    const { status, last } = await lookAt(shop, order);
    expect([status, last.isUnknown]).toEqual(['authenticating', true]);
  });

  it('row 63: the reply to an entry is lost: a new suffix is charged, the orphan never', async () => {
    await open();
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' });
    shop.gateway.faults([{ fault: 'drop_after', on: 'EntryTran', nth: 1 }]);
    await runDue(shop.app.deps);
    await pass(shop, minute, 5000);
    const { status, attempts } = await lookAt(shop, order);
    expect(status).toBe('paid');
    expect(attempts.map(({ gatewayOrderId, state }) => [gatewayOrderId.slice(-3), state])).toEqual([
      ['-01', 'cancelled'],
      ['-02', 'captured'],
    ]);
    expect(shop.gateway.held(`${order.orderNo}-01`)).toBe(0);
  });

  it('an entry that never gets an answer ends in words after five tries', async () => {
    await open();
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' });
    shop.gateway.faults([{ fault: 'drop_before', on: 'EntryTran' }]);
    await pass(shop, 2 * minute, 5000);
    const { status, attempts, last } = await lookAt(shop, order);
    expect([status, attempts.length, last.failure]).toEqual(['failed', 5, 'closed']);
  });

  it('row 64: another sum was charged: it is posted as it is, nothing is granted, somebody looks', async () => {
    await open();
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' });
    shop.gateway.faults([{ fault: 'amount:9000', on: 'ExecTran' }]);
    await runDue(shop.app.deps);
    await pass(shop, 20 * minute, 5 * minute);
    const { status, state, balance } = await lookAt(shop, order);
    expect([status, state]).toEqual(['authenticating', 'captured']);
    expect(balance).toMatchObject({ clearing_card: 9000, suspense: -9000, sales: 0 });
    expect(await itemsOf(shop, order)).toEqual([]);
    expect(await tasksOf(shop)).toEqual(['amount_differs']);
  });

  it('row 64: while somebody looks at that sum, it is shown as checked, neither paid again nor called off', async () => {
    await open();
    const { app } = shop;
    const buyer = await signInBuyer(app);
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' }, { userId: buyer.id });
    shop.gateway.faults([{ fault: 'amount:9000', on: 'ExecTran' }]);
    await runDue(app.deps);
    expect(await readOrder(app, buyer, order.id)).toMatchObject({
      status: 'authenticating',
      can_cancel: false,
      can_retry: false,
      payment: { status: 'checking', received: 9000, rest: 0, is_uncharged: false, failure: null },
    });
    expect(await readState(app, buyer, order.id)).toMatchObject({
      next: 'poll',
      failure: null,
      is_uncharged: false,
    });
    const ask = (act: string, json: object) =>
      app.call('POST', `/api/shop/order/${order.id}/${act}/`, { token: buyer.token, json });
    expect(await refusalOf(ask('retry', { method: 'bank' }))).toBe('409 payment_checking');
    expect(await refusalOf(ask('cancel', {}))).toBe('409 payment_checking');
    // Whatever else might begin an attempt is stopped below those answers.
    await expect(tryToPay(shop, order, { method: 'bank' })).rejects.toThrow('an attempt with money');
    await runDue(app.deps);
    const { status, attempts, balance } = await lookAt(shop, order);
    expect([status, attempts.length, balance.suspense]).toEqual(['authenticating', 1, -9000]);
    const told = (await mailsOf(shop)).filter((kind) => kind.startsWith('order-'));
    expect(told).toEqual(['order-amount-differs']);
  });
});

describe('executors', () => {
  it('row 20: dying after the commit and before the kick loses nothing: the job sends it', async () => {
    await open();
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' });
    shop.app.clock.advance(5000);
    await runCommands(shop.app.deps);
    expect((await lookAt(shop, order)).status).toBe('paid');
  });

  it('dying between taking and sending leaves it unknown once the lease is over, and it is only searched for', async () => {
    await open();
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' });
    await claimCommands(shop.app.deps, 1);
    await runDue(shop.app.deps);
    expect((await lookAt(shop, order)).attempts).toHaveLength(1);
    await pass(shop, 2 * minute, 5000);
    const { status, attempts } = await lookAt(shop, order);
    // An entry moves no money: the next suffix is paid instead.
    expect([status, attempts.length]).toEqual(['paid', 2]);
  });

  it('row 59: the lease ends while the call still runs: the second worker only searches, the late reply still counts', async () => {
    await open();
    const { deps, clock } = shop.app;
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' });
    const [entry] = await claimCommands(deps, 1);
    if (!entry) throw new Error('no entry');
    const { last } = await lookAt(shop, order);
    await applyOutcome(deps, entry, await sendCommand(deps, entry, last));
    const [exec] = await claimCommands(deps, 1);
    if (!exec) throw new Error('no exec');
    const entered = await lookAt(shop, order);
    const slow = sendCommand(deps, exec, entered.last);
    shop.gateway.faults([{ fault: '5xx:before', on: 'SearchTrade' }]);
    clock.advance(leaseMs + 1000);
    await runDue(deps);
    expect((await lookAt(shop, order)).last.isUnknown).toBe(true);
    await pass(shop, 2 * minute);
    expect(await commandLines(shop, last.id)).toEqual(['entry 1 done', 'exec 1 unknown']);
    await applyOutcome(deps, exec, await slow);
    expect((await lookAt(shop, order)).status).toBe('paid');
    expect(doneOf(order.orderNo, /^captured$/)).toBe(1);
  });

  it('row 59: who wakes after the lease, or after the fence, sends nothing that charges', async () => {
    await open();
    const { deps, clock } = shop.app;
    const entered = async () => {
      const order = await orderFor(shop, { method: 'card', card: 'frictionless' });
      const [entry] = await claimCommands(deps, 1);
      if (entry) await sendClaimed(deps, entry);
      const [exec] = await claimCommands(deps, 1);
      if (exec?.kind !== 'exec') throw new Error('no exec');
      return { order, exec };
    };
    const slept = await entered();
    clock.advance(leaseMs);
    await sendClaimed(deps, slept.exec);
    expect(shop.gateway.asked('ExecTran')).toBe(0);
    await pass(shop, 16 * minute, 4 * minute);
    expect((await lookAt(shop, slept.order)).status).toBe('failed');
    await sendClaimed(deps, slept.exec);
    const fenced = await entered();
    const { last } = await lookAt(shop, fenced.order);
    await shop.app.db.transaction((tx) => fence(tx as Tx, deps, last));
    await sendClaimed(deps, fenced.exec);
    expect(shop.gateway.asked('ExecTran')).toBe(0);
    await pass(shop, 16 * minute, 4 * minute);
    expect((await lookAt(shop, fenced.order)).status).toBe('failed');
    expect(doneOf('', /^captured$/)).toBe(0);
  });

  it.runIf(testDbKind === 'postgres')('row 60: two executors send each command once', async () => {
    await open();
    const other = await createTestApp({ besides: shop.app });
    const all = [];
    for (let turn = 0; turn < 12; turn += 1)
      all.push(await orderFor(shop, { method: 'card', card: 'frictionless' }));
    await Promise.all([runCommands(shop.app.deps), runCommands(other.deps), runCommands(other.deps)]);
    for (const order of all) {
      expect((await lookAt(shop, order)).status).toBe('paid');
      expect(doneOf(order.orderNo, /^entered$/)).toBe(1);
      expect(doneOf(order.orderNo, /^captured$/)).toBe(1);
    }
  });

  it.runIf(testDbKind === 'postgres')(
    'row 117: a command that one process is taking is not taken by another, which does not wait for it',
    async () => {
      await open();
      const { deps, db } = shop.app;
      await orderFor(shop, { method: 'card', card: 'frictionless' });
      const taken = await takeAtOnce(db, (one) => claimCommands({ ...deps, db: one }, 1));
      expect(taken).toMatchObject({ mine: [{ kind: 'entry' }], others: [], hasWaited: false });
    },
  );

  it('row 61: a call under way does not hold back other requests', async () => {
    await open();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { gateway } = shop.app.deps;
    let began = () => {};
    const isUnderWay = new Promise<void>((begin) => {
      began = begin;
    });
    const slow = {
      ...gateway,
      entry: async (request: Parameters<typeof gateway.entry>[0]) => {
        began();
        await promise;
        return gateway.entry(request);
      },
    };
    const { app } = shop;
    const { id: userId, token } = await signInBuyer(app);
    const product_id = `course-${(await storeCourse(app.deps)).id}`;
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' }, { userId });
    const running = runCommands({ ...app.deps, gateway: slow });
    await isUnderWay;
    const times: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const start = performance.now();
      const read = await app.call('GET', `/api/shop/order/${order.id}/status/`, { token });
      const changed = await app.call('POST', '/api/shop/cart/item/', { token, json: { product_id } });
      expect([read.status, changed.status]).toEqual([200, 200]);
      times.push((performance.now() - start) / 2);
    }
    // Half of them are faster than the row wants; a busy machine gets more time.
    const median = times.sort((one, other) => one - other)[2];
    expect(median).toBeLessThan(isLong ? 200 : 2000);
    resolve();
    await running;
    expect((await lookAt(shop, order)).status).toBe('paid');
  });

  it('charging that is paused holds back the finish, and nothing else', async () => {
    await open();
    const { db, deps, clock } = shop.app;
    const order = await orderFor(shop, { method: 'card' });
    await runDue(deps);
    const on = { name: pauseName, value: {}, modified: new Date(clock.now()) };
    await db.insert(settings).values(on);
    await comeBack(shop, order);
    await pass(shop, 5 * minute);
    const { last } = await lookAt(shop, order);
    expect(await commandLines(shop, last.id)).toContain('finish 1 ready');
    await db.delete(settings).where(eq(settings.name, pauseName));
    await runDue(deps);
    expect((await lookAt(shop, order)).status).toBe('paid');
  });

  it('takes nothing of a fenced attempt', async () => {
    await open();
    const order = await orderFor(shop, { method: 'card' });
    const { last } = await lookAt(shop, order);
    const fenced = { fencedAt: new Date(shop.app.clock.now()) };
    await shop.app.db.update(paymentAttempts).set(fenced).where(eq(paymentAttempts.id, last.id));
    expect(await claimCommands(shop.app.deps, 5)).toEqual([]);
    const [command] = await shop.app.db.select().from(gatewayCommands);
    expect(command?.state).toBe('ready');
  });
});
