import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../db/client.ts';
import { moneyTasks, type OrderRow, paymentAttempts } from '../../db/schema/order.ts';
import { openTestShop, type TestShop } from '../../testing/buyer.ts';
import { takeMails } from '../../testing/mails.ts';
import {
  commandLines,
  day,
  hour,
  lookAt,
  minute,
  orderFor,
  pass,
  runDue,
  tasksOf,
  wishFor,
} from '../../testing/shop.ts';
import { lockAttempt } from './attempts.ts';
import { cancelOrder } from './cancel.ts';
import { endAttempt } from './close.ts';
import { addCommand, claimCommands } from './commands.ts';
import { lockOrder } from './lock.ts';
import { observeAttempt } from './observe.ts';
import { sendCommand } from './send.ts';
import { stopAttempt } from './stop.ts';

let shop: TestShop;
afterEach(() => shop.gateway.stop());

const bankOrder = async () => {
  shop = await openTestShop();
  const order = await orderFor(shop, { method: 'bank' });
  await runDue(shop.app.deps);
  return order;
};
const first = (order: OrderRow) => `${order.orderNo}-01`;

it('a cancel whose sender died has an end, too, where a search has ended the attempt before', async () => {
  const order = await bankOrder();
  const { deps } = shop.app;
  await shop.app.db.transaction(async (tx) =>
    cancelOrder(tx as Tx, deps, await lockOrder(tx as Tx, order.id), 'buyer'),
  );
  const { last } = await lookAt(shop, order);
  const [cancel] = await claimCommands(deps, 1);
  if (!cancel) throw new Error('no cancel');
  // The gateway has done it; its answer finds nobody.
  await sendCommand(deps, cancel, last);
  await observeAttempt(deps, { id: last.id, orderId: order.id });
  expect((await lookAt(shop, order)).status).toBe('canceled');
  await pass(shop, 5 * minute);
  expect(await commandLines(shop, last.id)).toContain('cancel_slip 1 done');
  const { last: after } = await lookAt(shop, order);
  expect([after.isUnknown, after.nextCheckAt]).toEqual([false, null]);
  expect(shop.gateway.asked('CancelTranGANB', first(order))).toBe(1);
});

it('a slip that came too late for its attempt is cancelled once more, where nobody knows of the first time', async () => {
  const order = await bankOrder();
  const { deps, db } = shop.app;
  const { last } = await lookAt(shop, order);
  await db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx as Tx, last.id);
    await endAttempt(tx as Tx, deps, attempt, 'cancelled');
    await addCommand(tx as Tx, attempt, 'cancel_slip', new Date(deps.clock.now()));
  });
  await claimCommands(deps, 1);
  await pass(shop, 9 * minute);
  // Its sender may only be slow.
  expect(await commandLines(shop, last.id)).toContain('cancel_slip 1 unknown');
  await pass(shop, 25 * minute);
  const lines = await commandLines(shop, last.id);
  expect(lines.filter((line) => line.startsWith('cancel_slip'))).toEqual([
    'cancel_slip 1 done',
    'cancel_slip 2 done',
  ]);
  expect(shop.gateway.trade(first(order))?.history.map(({ what }) => what)).toContain('stopped');
});

describe('a cancel that the gateway refuses', () => {
  const refuse = () => shop.gateway.faults([{ fault: 'error:E11010003', on: 'CancelTranGANB' }]);
  const inOrder = (order: OrderRow, run: (tx: Tx, locked: OrderRow) => Promise<unknown>) => {
    shop.app.clock.advance(5000);
    return shop.app.db.transaction(async (tx) => run(tx as Tx, await lockOrder(tx as Tx, order.id)));
  };
  const press = (order: OrderRow) =>
    inOrder(order, (tx, locked) => cancelOrder(tx, shop.app.deps, locked, 'buyer'));
  const payByCard = async (order: OrderRow) => {
    const wish = wishFor(shop.gateway, { method: 'card', card: 'frictionless' });
    const { last } = await lookAt(shop, order);
    await inOrder(order, async (tx) =>
      stopAttempt(tx, shop.app.deps, await lockAttempt(tx, last.id), { kind: 'retry', wish }),
    );
  };
  const asked = (order: OrderRow) => shop.gateway.asked('CancelTranGANB', first(order));
  const isShown = async (order: OrderRow) => {
    const { last } = await lookAt(shop, order);
    return last.state === 'slip' && last.fencedAt === null && last.secret === null;
  };

  it('is asked for again by each press: the gateway hears of it, and the buyer has the account back at once', async () => {
    const order = await bankOrder();
    refuse();
    for (const times of [1, 2, 3, 4, 5]) {
      await press(order);
      await runDue(shop.app.deps);
      expect([asked(order), await isShown(order)], String(times)).toEqual([times, true]);
    }
    shop.gateway.faults([]);
    await press(order);
    await runDue(shop.app.deps);
    expect((await lookAt(shop, order)).status).toBe('canceled');
  });

  it('refused once, it makes way for another method when the gateway takes it the next time', async () => {
    const order = await bankOrder();
    refuse();
    await press(order);
    await runDue(shop.app.deps);
    shop.gateway.faults([]);
    await payByCard(order);
    await runDue(shop.app.deps);
    const { status, attempts } = await lookAt(shop, order);
    expect([status, ...attempts.map(({ state }) => state)]).toEqual(['paid', 'cancelled', 'captured']);
  });

  it('is told to its buyer each time, and a task that the staff has closed comes back with the next one', async () => {
    const order = await bankOrder();
    await takeMails(shop.app);
    refuse();
    await press(order);
    await pass(shop, 2 * hour, hour);
    const [mail, ...more] = await takeMails(shop.app);
    expect([mail?.kind, more]).toEqual(['order-slip-kept', []]);
    expect(mail?.text).toContain((await lookAt(shop, order)).last.slip?.bank?.number);
    const close = () => shop.app.db.update(moneyTasks).set({ done: new Date(shop.app.clock.now()) });
    const open = async () =>
      (await shop.app.db.select().from(moneyTasks))
        .filter(({ done }) => done === null)
        .map(({ kind }) => kind);
    expect(await open()).toEqual(['slip_open']);
    await close();
    await pass(shop, 2 * hour, hour);
    expect(await open()).toEqual([]);
    await payByCard(order);
    await pass(shop, 2 * hour, hour);
    expect([await open(), await tasksOf(shop)]).toEqual([['slip_open'], ['slip_open']]);
    expect((await takeMails(shop.app)).map(({ kind }) => kind)).toEqual(['order-slip-kept']);
  });

  it('takes nothing from what is asked by itself: without an answer four times, and at the slip’s end', async () => {
    const order = await bankOrder();
    refuse();
    for (let turn = 0; turn < 4; turn += 1) {
      await press(order);
      await runDue(shop.app.deps);
    }
    shop.gateway.faults([{ fault: 'drop_before', on: 'CancelTranGANB', times: 1 }]);
    await press(order);
    await pass(shop, 75 * minute, 15 * minute);
    expect([asked(order), (await lookAt(shop, order)).status]).toEqual([6, 'canceled']);
    const other = await orderFor(shop, { method: 'bank' });
    refuse();
    for (let turn = 0; turn < 5; turn += 1) {
      await runDue(shop.app.deps);
      await press(other);
    }
    await runDue(shop.app.deps);
    shop.gateway.faults([]);
    // The gateway keeps the account open for longer than we do.
    const { now } = shop.app.clock;
    const change = { dueAt: new Date(now() - 3 * day - minute), nextCheckAt: new Date(now()) };
    await shop.app.db.update(paymentAttempts).set(change).where(eq(paymentAttempts.orderId, other.id));
    await runDue(shop.app.deps);
    expect([asked(other), (await lookAt(shop, other)).status]).toEqual([6, 'expired']);
  });
});
