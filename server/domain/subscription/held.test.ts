/** Staff suspends the courses of a plan while its periods go on (money.md 8). */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { planCourses } from '../../db/schema/subscription.ts';
import { transaction } from '../../db/transaction.ts';
import { openTestShop, type TestShop } from '../../testing/buyer.ts';
import { storeGoods } from '../../testing/goods.ts';
import {
  act,
  goTo,
  lookAtPlan,
  orderPlan,
  runPlans,
  storePlan,
  subscribe,
  typedCard,
} from '../../testing/plans.ts';
import { holdGrants, releaseGrants } from '../operator/grantHold.ts';
import { staffRefund } from '../operator/staffRefund.ts';
import { lockOrder } from '../order/lock.ts';
import { openUntil } from './policy.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.gateway.stop());

const staff = { actor: '田中', why: '確認のため' };
const renewalTime = '2026-05-10T09:31';
type Buyer = Awaited<ReturnType<typeof subscribe>>['buyer'];

/** Does an act of the staff with the `n`th order of somebody's plan, from 0. */
async function onOrder(buyer: Buyer, n: number, doIt: typeof holdGrants): Promise<number> {
  const { deps } = shop.app;
  const { orders } = await lookAtPlan(shop, buyer);
  return transaction(deps.db, async (tx) => doIt(tx, deps, await lockOrder(tx, orders[n]?.id ?? 0), staff));
}

/** When each course ends; `closed`: it has ended by now. */
async function ends(buyer: Buyer): Promise<(Date | 'closed' | null)[]> {
  const now = shop.app.clock.now();
  const { library } = await lookAtPlan(shop, buyer);
  return library.map(({ expireAt }) => (expireAt && expireAt.getTime() <= now ? 'closed' : expireAt));
}

it('a renewal during a hold opens nothing; the release gives the month that is paid by then', async () => {
  const { buyer } = await subscribe(shop, await storePlan(shop.app));
  await onOrder(buyer, 0, holdGrants);
  expect(await ends(buyer)).toEqual(['closed']);
  await goTo(shop, renewalTime);
  expect((await lookAtPlan(shop, buyer)).orders[1]?.status).toBe('paid');
  expect(await ends(buyer)).toEqual(['closed']);
  await onOrder(buyer, 0, releaseGrants);
  expect(await ends(buyer)).toEqual([openUntil('2026-06-10')]);
});

it('what is released after the contract has ended stays closed', async () => {
  const { buyer, id } = await subscribe(shop, await storePlan(shop.app));
  await onOrder(buyer, 0, holdGrants);
  expect((await act(shop, buyer, id, 'cancel')).status).toBe(200);
  await goTo(shop, '2026-05-10T00:01');
  expect((await lookAtPlan(shop, buyer)).status).toBe('ended');
  await onOrder(buyer, 0, releaseGrants);
  expect(await ends(buyer)).toEqual(['closed']);
});

it('a course that is added to the plan during a hold opens with the release', async () => {
  const plan = await storePlan(shop.app);
  const { buyer } = await subscribe(shop, plan);
  await onOrder(buyer, 0, holdGrants);
  const courseId = Number((await storeGoods(shop.app.deps)).replace('course-', ''));
  await shop.app.db.insert(planCourses).values({ planId: plan.id, courseId, order: 1 });
  await goTo(shop, renewalTime);
  expect(await ends(buyer)).toEqual(['closed', 'closed']);
  await onOrder(buyer, 0, releaseGrants);
  expect(await ends(buyer)).toEqual([openUntil('2026-06-10'), openUntil('2026-06-10')]);
});

it('of two holds on one plan the last release opens it, with the right end', async () => {
  const { buyer } = await subscribe(shop, await storePlan(shop.app));
  await goTo(shop, renewalTime);
  await onOrder(buyer, 0, holdGrants);
  await goTo(shop, '2026-05-11T10:00');
  await onOrder(buyer, 1, holdGrants);
  await onOrder(buyer, 0, releaseGrants);
  expect(await ends(buyer)).toEqual(['closed']);
  await goTo(shop, '2026-06-10T09:31');
  await onOrder(buyer, 1, releaseGrants);
  expect(await ends(buyer)).toEqual([openUntil('2026-07-10')]);
});

it('a month that is over and was given back meanwhile keeps nothing closed', async () => {
  const { buyer } = await subscribe(shop, await storePlan(shop.app));
  await goTo(shop, renewalTime);
  await goTo(shop, '2026-06-10T09:31');
  await onOrder(buyer, 1, holdGrants);
  const { deps } = shop.app;
  await onOrder(buyer, 1, async (tx, _, order) => {
    const wish = { what: { kind: 'all' as const }, isCoolingOff: false, keepsAccess: false };
    await staffRefund(tx, deps, order, wish, staff);
    return 0;
  });
  await runPlans(shop);
  await onOrder(buyer, 1, releaseGrants);
  expect(await ends(buyer)).toEqual([openUntil('2026-07-10')]);
});

it('a pause that begins and ends during a hold leaves what is right after it', async () => {
  const { buyer, id } = await subscribe(shop, await storePlan(shop.app));
  await onOrder(buyer, 0, holdGrants);
  expect((await act(shop, buyer, id, 'pause')).status).toBe(200);
  await goTo(shop, '2026-05-10T00:01');
  expect(await ends(buyer)).toEqual(['closed']);
  await goTo(shop, '2026-06-10T09:31');
  expect(await ends(buyer)).toEqual(['closed']);
  await onOrder(buyer, 0, releaseGrants);
  expect(await ends(buyer)).toEqual([openUntil('2026-07-10')]);
});

it('a plan that is bought anew is open, whatever becomes of a hold on the contract that has ended', async () => {
  const plan = await storePlan(shop.app);
  const { buyer, id } = await subscribe(shop, plan);
  await onOrder(buyer, 0, holdGrants);
  const old = (await lookAtPlan(shop, buyer)).orders[0]?.id ?? 0;
  expect((await act(shop, buyer, id, 'cancel')).status).toBe(200);
  await goTo(shop, '2026-05-12T10:00');
  const again = { ...buyer, ...(await shop.app.signIn({ id: buyer.id, email: buyer.email })) };
  await orderPlan(shop, again, plan, { method: 'card', ...typedCard(shop) });
  await runPlans(shop);
  expect(await ends(buyer)).toEqual([openUntil('2026-06-12')]);
  const { deps } = shop.app;
  const onOld = (doIt: typeof holdGrants) =>
    transaction(deps.db, async (tx) => doIt(tx, deps, await lockOrder(tx, old), staff));
  await onOld(releaseGrants);
  expect(await ends(buyer)).toEqual([openUntil('2026-06-12')]);
  await expect(onOld(holdGrants)).rejects.toThrow('止められる利用はありません。');
  expect(await ends(buyer)).toEqual([openUntil('2026-06-12')]);
});
