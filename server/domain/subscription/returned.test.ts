import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OrderRow } from '../../db/schema/order.ts';
import { transaction } from '../../db/transaction.ts';
import { openTestShop, type TestShop } from '../../testing/buyer.ts';
import {
  act,
  goTo,
  heldOf,
  lookAtPlan,
  planMails,
  runPlans,
  storePlan,
  subscribe,
} from '../../testing/plans.ts';
import { flagChargeback } from '../operator/chargeback.ts';
import { type StaffWish, staffRefund } from '../operator/staffRefund.ts';
import { runCommands } from '../order/executor.ts';
import { lockOrder } from '../order/lock.ts';
import { renewDue } from './renew.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.gateway.stop());

const price = 2980;
const iso = (text: string) => new Date(`${text}:00+09:00`);
const staff = { actor: '田中', why: 'お申し出' };

async function giveBack(order: OrderRow | undefined, wish: Partial<StaffWish> = {}) {
  const { deps } = shop.app;
  await transaction(deps.db, async (tx) =>
    staffRefund(
      tx,
      deps,
      await lockOrder(tx, order?.id ?? 0),
      { what: { kind: 'all' }, isCoolingOff: false, keepsAccess: false, ...wish },
      staff,
    ),
  );
  await runPlans(shop);
}

it('its first order ends a plan at once: closed, told, and never charged again', async () => {
  const { buyer } = await subscribe(shop, await storePlan(shop.app));
  await giveBack((await lookAtPlan(shop, buyer)).orders[0]);
  const { subscription, library, orders } = await lookAtPlan(shop, buyer);
  expect(subscription).toMatchObject({ status: 'ended', endReason: 'refunded' });
  expect(library[0]?.expireAt?.getTime()).toBeLessThanOrEqual(shop.app.clock.now());
  expect(orders[0]?.status).toBe('refunded');
  expect(await planMails(shop)).toEqual(['started', 'ended']);
  await goTo(shop, '2026-05-10T10:00');
  expect(heldOf(shop)).toBe(0);
});

it('the running month ends it, too; a sum, a month that is over, or access that is kept does not', async () => {
  const { buyer } = await subscribe(shop, await storePlan(shop.app));
  await goTo(shop, '2026-05-10T09:31');
  await goTo(shop, '2026-06-10T09:31');
  const { orders } = await lookAtPlan(shop, buyer);
  await giveBack(orders[1]);
  expect(await lookAtPlan(shop, buyer)).toMatchObject({ status: 'active' });
  expect((await lookAtPlan(shop, buyer)).library[0]?.expireAt?.getTime()).toBeGreaterThan(
    iso('2026-07-10T00:00').getTime(),
  );
  await giveBack(orders[2], { what: { kind: 'amount', yen: 1000 } });
  expect(await lookAtPlan(shop, buyer)).toMatchObject({ status: 'active' });
  await giveBack(orders[2]);
  expect((await lookAtPlan(shop, buyer)).subscription).toMatchObject({
    status: 'ended',
    endReason: 'refunded',
  });
  expect(heldOf(shop)).toBe(price);
});

it('a charge that is under way meanwhile completes, is given back, and then it ends', async () => {
  const { buyer } = await subscribe(shop, await storePlan(shop.app));
  shop.gateway.faults([{ fault: 'drop_after', on: 'ExecTran', nth: 1 }]);
  shop.app.clock.advance(iso('2026-05-10T09:31').getTime() - shop.app.clock.now());
  await renewDue(shop.app.deps);
  await runCommands(shop.app.deps);
  expect(heldOf(shop)).toBe(2 * price);
  await giveBack((await lookAtPlan(shop, buyer)).orders[0]);
  for (const time of ['2026-05-10T09:45', '2026-05-10T10:00', '2026-05-10T10:15']) await goTo(shop, time);
  const { status, orders } = await lookAtPlan(shop, buyer);
  expect([status, orders.map((order) => order.status)]).toEqual(['ended', ['refunded', 'refunded']]);
  expect(heldOf(shop)).toBe(0);
});

it('a card company that takes the money back ends it where the staff closes the access', async () => {
  const { buyer } = await subscribe(shop, await storePlan(shop.app));
  const { deps } = shop.app;
  const [order] = (await lookAtPlan(shop, buyer)).orders;
  const flag = (endsAccess: boolean) =>
    transaction(deps.db, async (tx) =>
      flagChargeback(tx, deps, await lockOrder(tx, order?.id ?? 0), { yen: price, endsAccess }, staff),
    );
  await flag(false);
  expect((await lookAtPlan(shop, buyer)).status).toBe('active');
  await flag(true);
  expect((await lookAtPlan(shop, buyer)).status).toBe('ended');
});

it('cancelled while its charge is refused: it ends, and nobody hears of arrears', async () => {
  const { buyer, id } = await subscribe(shop, await storePlan(shop.app), { card: 'renewal_G02' });
  shop.app.clock.advance(iso('2026-05-10T09:31').getTime() - shop.app.clock.now());
  await renewDue(shop.app.deps);
  const { gateway } = shop.app.deps;
  // Its owner's decision comes while the charge is on its way.
  const slow = {
    ...gateway,
    execCard: async (request: Parameters<typeof gateway.execCard>[0]) => {
      expect((await act(shop, buyer, id, 'cancel')).status).toBe(200);
      return gateway.execCard(request);
    },
  };
  await runCommands({ ...shop.app.deps, gateway: slow });
  await goTo(shop, '2026-05-11T10:00');
  const { subscription, orders, attempts } = await lookAtPlan(shop, buyer);
  expect(subscription).toMatchObject({ status: 'ended', endReason: 'cancel', isEnding: false });
  expect([orders[1]?.status, attempts.length]).toEqual(['canceled', 2]);
  expect(await planMails(shop)).toEqual(['started', 'ended']);
  expect(heldOf(shop)).toBe(price);
});

it('cancelled while nobody knows of a charge that was never made: it ends, too', async () => {
  const { buyer, id } = await subscribe(shop, await storePlan(shop.app));
  shop.gateway.faults([{ fault: 'drop_before', on: 'ExecTran', nth: 1 }]);
  for (const time of ['2026-05-10T09:31', '2026-05-10T09:33', '2026-05-10T09:45']) {
    await goTo(shop, time);
    if ((await lookAtPlan(shop, buyer)).attempts[1]?.fencedAt) break;
  }
  expect((await lookAtPlan(shop, buyer)).attempts[1]).toMatchObject({ state: 'entered', isUnknown: true });
  expect((await act(shop, buyer, id, 'cancel')).status).toBe(200);
  for (const time of ['2026-05-10T09:50', '2026-05-10T10:00', '2026-05-10T10:40']) await goTo(shop, time);
  const { subscription, orders } = await lookAtPlan(shop, buyer);
  expect(subscription).toMatchObject({ status: 'ended', endReason: 'cancel', isEnding: false });
  expect(orders[1]?.status).toBe('canceled');
  expect(await planMails(shop)).toEqual(['started', 'ended']);
  expect(heldOf(shop)).toBe(price);
});
