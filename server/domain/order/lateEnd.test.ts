import { afterEach, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../../testing/buyer.ts';
import { commandLines, lookAt, minute, orderFor, pass } from '../../testing/shop.ts';
import { applyOutcome } from './apply.ts';
import { claimCommands } from './commands.ts';
import { observeAttempt } from './observe.ts';
import { sendCommand } from './send.ts';

let shop: TestShop;
afterEach(() => shop.gateway.stop());

it('a charge whose sender died has an end, too, where a search has booked its money before', async () => {
  shop = await openTestShop();
  const { deps } = shop.app;
  const order = await orderFor(shop, { method: 'card', card: 'frictionless' });
  const [entry] = await claimCommands(deps, 1);
  if (!entry) throw new Error('no entry');
  await applyOutcome(deps, entry, await sendCommand(deps, entry, (await lookAt(shop, order)).last));
  const [exec] = await claimCommands(deps, 1);
  if (!exec) throw new Error('no exec');
  const { last } = await lookAt(shop, order);
  // The gateway charges; its answer finds nobody, and the search is faster than the end of the lease.
  await sendCommand(deps, exec, last);
  await observeAttempt(deps, { id: last.id, orderId: order.id });
  expect((await lookAt(shop, order)).status).toBe('paid');
  await pass(shop, 10 * minute);
  expect(await commandLines(shop, last.id)).toEqual(['entry 1 done', 'exec 1 done']);
  const { last: after } = await lookAt(shop, order);
  expect([after.isUnknown, after.nextCheckAt]).toEqual([false, null]);
  expect(shop.gateway.held(last.gatewayOrderId)).toBe(9800);
});
