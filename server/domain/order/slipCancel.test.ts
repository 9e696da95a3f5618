import { afterEach, expect, it } from 'vitest';
import type { Tx } from '../../db/client.ts';
import type { OrderRow } from '../../db/schema/order.ts';
import { openTestShop, type TestShop } from '../../testing/buyer.ts';
import { commandLines, lookAt, minute, orderFor, pass, runDue } from '../../testing/shop.ts';
import { lockAttempt } from './attempts.ts';
import { cancelOrder } from './cancel.ts';
import { endAttempt } from './close.ts';
import { addCommand, claimCommands } from './commands.ts';
import { lockOrder } from './lock.ts';
import { observeAttempt } from './observe.ts';
import { sendCommand } from './send.ts';

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
