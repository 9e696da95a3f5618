import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { moneyTasks, paymentAttempts } from '../../db/schema/order.ts';
import { settings } from '../../db/schema/system.ts';
import { openTestShop, type TestShop } from '../../testing/buyer.ts';
import { emptyFolder } from '../../testing/emptyFolder.ts';
import { takeMails } from '../../testing/mails.ts';
import { storeSeller } from '../../testing/paidOrders.ts';
import { lookAtPlan, storePlan, subscribe } from '../../testing/plans.ts';
import { day, lookAt, orderFor, runDue } from '../../testing/shop.ts';
import { hold, release } from './hold.ts';
import { moneyRegularly } from './jobs.ts';
import { kickMoney } from './kick.ts';
import { runNight } from './nightly.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
  shop.app.deps.config.dataDir = await emptyFolder();
});
afterEach(() => shop.gateway.stop());

/**
 * Lets the jobs of one process look once, and waits for everything that they have begun. `begin`: what makes them look.
 */
async function lookOnce(begin = () => kickMoney(shop.app.deps)): Promise<void> {
  const { deps, db } = shop.app;
  const stop = moneyRegularly(deps);
  begin();
  await setImmediate();
  // The queries of the jobs come before each of these in the same queue.
  for (let turn = 0; turn < 20; turn += 1) await db.execute(sql`select 1`);
  await stop();
}

it('row 114: while everything is held the jobs search for nothing; afterwards they do', async () => {
  const { deps, db, clock } = shop.app;
  const order = await orderFor(shop, { method: 'cvs' });
  await runDue(deps);
  const { last } = await lookAt(shop, order);
  shop.gateway.payAtTill(last.gatewayOrderId);
  const due = { nextCheckAt: new Date(clock.now()) };
  await db.update(paymentAttempts).set(due).where(eq(paymentAttempts.id, last.id));
  const before = shop.gateway.asked('SearchTradeMulti', last.gatewayOrderId);
  await hold(db, new Date(clock.now()));
  await lookOnce();
  expect(shop.gateway.asked('SearchTradeMulti', last.gatewayOrderId)).toBe(before);
  expect((await lookAt(shop, order)).status).toBe('awaiting_payment');
  await release(db, deps);
  await lookOnce();
  expect((await lookAt(shop, order)).status).toBe('paid');
});

it('while everything is held the courses of plans that are due stay open', async () => {
  const { db, clock } = shop.app;
  const { buyer } = await subscribe(shop, await storePlan(shop.app));
  await hold(db, new Date(clock.now()));
  clock.advance(Date.parse('2026-05-17T12:00:00+09:00') - clock.now());
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await lookOnce(() => vi.advanceTimersByTime(600_000));
  vi.useRealTimers();
  const { library, orders } = await lookAtPlan(shop, buyer);
  expect([library[0]?.expireAt, orders.length]).toEqual([new Date('2026-05-19T12:00:00+09:00'), 1]);
});

it('row 114: while everything is held the operator is reminded each night, and nothing else is done of the night', async () => {
  const { deps, db, clock } = shop.app;
  await storeSeller(shop.app);
  const names = async () => (await db.select().from(settings)).map((row) => row.name);
  const night = async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await lookOnce(() => vi.advanceTimersByTime(60_000));
    vi.useRealTimers();
    return (await takeMails(shop.app)).map(({ kind }) => kind);
  };
  await hold(db, new Date(clock.now()));
  for (let turn = 0; turn < 2; turn += 1) {
    clock.advance(day);
    expect([await night(), await night()]).toEqual([['money-tasks'], []]);
  }
  expect(await names()).not.toContain('money-nightly');
  await release(db, deps);
  clock.advance(day);
  expect(await night()).toEqual([]);
  expect(await names()).toContain('money-nightly');
});

it('row 20: a process that begins after another has died sends its command within five seconds', async () => {
  const order = await orderFor(shop, { method: 'card', card: 'frictionless' });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await lookOnce(() => vi.advanceTimersByTime(5000));
  vi.useRealTimers();
  expect(shop.gateway.asked('EntryTran', `${order.orderNo}-01`)).toBe(1);
});

it('row 47: the night notices that the script of the card frame has changed, once, and tells the operator', async () => {
  const { deps, db, clock } = shop.app;
  const answers = ['one', 'one', '', 'two', 'two'];
  const host = createServer((_, answer) => {
    const body = answers.shift() ?? '';
    answer.writeHead(body === '' ? 503 : 200).end(body);
  });
  await new Promise<void>((resolve) => {
    host.listen(0, resolve);
  });
  const scriptUrl = `http://localhost:${(host.address() as AddressInfo).port}/token.js`;
  const { capabilities } = deps.gateway;
  deps.gateway = {
    ...deps.gateway,
    capabilities: { ...capabilities, card: capabilities.card && { ...capabilities.card, scriptUrl } },
  };
  const found: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    clock.advance(day);
    await runNight(deps);
    found.push((await db.select().from(moneyTasks)).length);
  }
  host.close();
  expect(found).toEqual([0, 0, 0, 1, 1]);
  expect(await db.select().from(moneyTasks)).toMatchObject([
    { kind: 'alarm', orderId: null, detail: { token_script: scriptUrl } },
  ]);
});

it('row 47: the scripted gateway has such a script, too', async () => {
  const { deps, db, clock } = shop.app;
  clock.advance(day);
  await runNight(deps);
  const rows = await db.select().from(settings).where(eq(settings.name, 'token-script'));
  expect(rows).toMatchObject([{ value: { url: deps.gateway.capabilities.card?.scriptUrl } }]);
});
