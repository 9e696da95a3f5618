import { setImmediate } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { paymentAttempts } from '../../db/schema/order.ts';
import { openTestShop, type TestShop } from '../../testing/buyer.ts';
import { lookAt, orderFor, runDue } from '../../testing/shop.ts';
import { hold, release } from './hold.ts';
import { moneyRegularly } from './jobs.ts';
import { kickMoney } from './kick.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.gateway.stop());

it('row 114: while everything is held the jobs look for nothing; afterwards they do', async () => {
  const { deps, db, clock } = shop.app;
  const order = await orderFor(shop, { method: 'cvs' });
  await runDue(deps);
  const { last } = await lookAt(shop, order);
  shop.gateway.payAtTill(last.gatewayOrderId);
  const due = { nextCheckAt: new Date(clock.now()) };
  await db.update(paymentAttempts).set(due).where(eq(paymentAttempts.id, last.id));
  const searches = () => shop.gateway.asked('SearchTradeMulti', last.gatewayOrderId);
  const before = searches();
  await hold(db, new Date(clock.now()));

  const stop = moneyRegularly(deps);
  try {
    kickMoney(deps);
    await setImmediate();
    // Every question of the jobs stands before these in the same queue.
    for (let turn = 0; turn < 20; turn += 1) await db.execute(sql`select 1`);
    expect(searches()).toBe(before);
    expect((await lookAt(shop, order)).status).toBe('awaiting_payment');
    await release(db, deps);
    kickMoney(deps);
    await expect.poll(async () => (await lookAt(shop, order)).status, { timeout: 60_000 }).toBe('paid');
  } finally {
    await stop();
  }
});
