import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plans } from '../../db/schema/subscription.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { openTestShop, signInBuyer, type TestShop } from '../../testing/buyer.ts';
import {
  act,
  goTo,
  heldOf,
  lookAtPlan,
  orderPlan,
  planMails,
  runPlans,
  storePlan,
  subscribe,
  typedCard,
} from '../../testing/plans.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.gateway.stop());

const price = 2980;
const renewals = () => shop.gateway.books().trades.filter(({ isProofWanted }) => !isProofWanted).length;

it('row 83: who began on the 31st is charged on every last day, and on the 31st again', async () => {
  await goTo(shop, '2027-01-31T00:30');
  const { buyer } = await subscribe(shop, await storePlan(shop.app));
  const days: string[] = [];
  for (const on of ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']) {
    await goTo(shop, `${on}T08:59`);
    const before = renewals();
    await goTo(shop, `${on}T09:31`);
    if (renewals() === before + 1) days.push(on);
  }
  expect(days).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
  const { subscription, periods } = await lookAtPlan(shop, buyer);
  expect(subscription).toMatchObject({ anchorDay: 31, dueOn: '2027-06-30', status: 'active' });
  // Each period begins where the one before it ends.
  expect(periods.slice(2).map(({ from }) => from)).toEqual(periods.slice(1, -1).map(({ until }) => until));
  expect(heldOf(shop)).toBe(5 * price);
});

it('a pause over February leaves the anchor alone', async () => {
  await goTo(shop, '2027-01-31T12:00');
  const { buyer, id } = await subscribe(shop, await storePlan(shop.app));
  await act(shop, buyer, id, 'pause');
  for (const time of ['2027-02-28T09:31', '2027-03-30T12:00', '2027-03-31T09:31']) await goTo(shop, time);
  const { subscription, periods } = await lookAtPlan(shop, buyer);
  expect(periods.map(({ state, dueOn }) => [state, dueOn])).toEqual([
    ['paid', '2027-01-31'],
    ['skipped', '2027-02-28'],
    ['paid', '2027-03-31'],
  ]);
  expect([subscription.dueOn, heldOf(shop)]).toEqual(['2027-04-30', 2 * price]);
});

it('a trial that ends on the last day of January is charged on the last days', async () => {
  const plan = await storePlan(shop.app, { trialDays: 7 });
  await goTo(shop, '2027-01-23T23:59');
  const buyer = await signInBuyer(shop.app);
  await orderPlan(shop, buyer, plan, { method: 'card', ...typedCard(shop) });
  await runPlans(shop);
  await goTo(shop, '2027-01-31T08:59');
  expect([heldOf(shop), (await lookAtPlan(shop, buyer)).subscription.anchorDay]).toEqual([0, 31]);
  for (const time of ['2027-01-31T09:31', '2027-02-28T09:31']) await goTo(shop, time);
  expect([heldOf(shop), (await lookAtPlan(shop, buyer)).subscription.dueOn]).toEqual([
    2 * price,
    '2027-03-31',
  ]);
});

it('a year is a year, from a leap day as well', async () => {
  await goTo(shop, '2028-02-29T12:00');
  const plan = await storePlan(shop.app, { interval: 'year', price: 29_800 });
  const { buyer, id } = await subscribe(shop, plan);
  expect(await refusalOf(act(shop, buyer, id, 'pause'))).toBe('409 past_period');
  await goTo(shop, '2029-02-27T12:00');
  expect([renewals(), (await planMails(shop)).at(-1)]).toEqual([0, 'notice']);
  await goTo(shop, '2029-02-28T09:31');
  const { subscription } = await lookAtPlan(shop, buyer);
  expect([subscription.dueOn, subscription.anchorDay, heldOf(shop)]).toEqual(['2030-02-28', 29, 59_600]);
});

it('a price that fell counts at once, and nobody has to agree', async () => {
  const plan = await storePlan(shop.app);
  const { buyer } = await subscribe(shop, plan);
  await shop.app.db.update(plans).set({ price: 1980 }).where(eq(plans.id, plan.id));
  await goTo(shop, '2026-05-10T09:31');
  expect(heldOf(shop)).toBe(price + 1980);
  expect((await planMails(shop)).includes('price')).toBe(false);
  expect((await lookAtPlan(shop, buyer)).subscription).toMatchObject({ status: 'active', price: 1980 });
});

it('row 89: who agreed to one dearer price has not agreed to the next', async () => {
  const plan = await storePlan(shop.app);
  const { buyer, id } = await subscribe(shop, plan);
  const raise = (to: number) => shop.app.db.update(plans).set({ price: to }).where(eq(plans.id, plan.id));
  await raise(3480);
  await goTo(shop, '2026-04-11T12:00');
  await act(shop, buyer, id, 'price', { price: 3480, agree: true });
  await raise(3980);
  await goTo(shop, '2026-04-12T12:00');
  const { token } = await shop.app.signIn(buyer);
  const shown = await bodyOf<{ price_change: { price: number; is_agreed: boolean } }>(
    shop.app.call('GET', `/api/shop/subscription/${id}/`, { token }),
  );
  expect(shown.price_change).toMatchObject({ price: 3980, is_agreed: false });
  await goTo(shop, '2026-05-10T09:31');
  expect(heldOf(shop)).toBe(2 * price);
  await goTo(shop, '2026-06-10T09:31');
  expect((await lookAtPlan(shop, buyer)).subscription).toMatchObject({ status: 'ended', endReason: 'price' });
  expect((await planMails(shop)).filter((kind) => kind === 'price')).toHaveLength(2);
});

describe('row 89: a raise to a price that was told before', () => {
  const sell = (planId: number, at: number) =>
    shop.app.db.update(plans).set({ price: at }).where(eq(plans.id, planId));
  const told = async () => (await planMails(shop)).filter((kind) => kind === 'price').length;

  it('and paid after consent is told and asked anew, once it was taken back and charged', async () => {
    const plan = await storePlan(shop.app);
    const { buyer, id } = await subscribe(shop, plan);
    await sell(plan.id, 3480);
    await goTo(shop, '2026-04-11T12:00');
    await act(shop, buyer, id, 'price', { price: 3480, agree: true });
    await goTo(shop, '2026-05-10T09:31');
    await sell(plan.id, price);
    await goTo(shop, '2026-06-10T09:31');
    expect(heldOf(shop)).toBe(2 * price + 3480);
    await sell(plan.id, 3480);
    await goTo(shop, '2026-06-20T12:00');
    expect(await told()).toBe(2);
    const { token } = await shop.app.signIn(buyer);
    expect(await bodyOf(shop.app.call('GET', `/api/shop/subscription/${id}/`, { token }))).toMatchObject({
      price_change: { price: 3480, is_agreed: false },
    });
    await goTo(shop, '2026-07-10T09:31');
    expect(heldOf(shop)).toBe(3 * price + 3480);
    await goTo(shop, '2026-08-10T09:31');
    expect((await lookAtPlan(shop, buyer)).subscription).toMatchObject({
      status: 'ended',
      endReason: 'price',
    });
    expect(heldOf(shop)).toBe(3 * price + 3480);
  });

  it('and agreed to is asked anew when it was taken back before it was charged, in the night as well', async () => {
    const plan = await storePlan(shop.app);
    const { buyer, id } = await subscribe(shop, plan);
    await sell(plan.id, 3480);
    await goTo(shop, '2026-04-11T12:00');
    await act(shop, buyer, id, 'price', { price: 3480, agree: true });
    await sell(plan.id, price);
    await goTo(shop, '2026-04-20T23:00');
    await sell(plan.id, 3480);
    await goTo(shop, '2026-04-21T12:00');
    expect(await told()).toBe(2);
    await goTo(shop, '2026-05-10T09:31');
    expect(heldOf(shop)).toBe(2 * price);
  });

  it('and never agreed to ends nothing before it was told anew for 30 days', async () => {
    const plan = await storePlan(shop.app);
    const { buyer } = await subscribe(shop, plan);
    await sell(plan.id, 3480);
    await goTo(shop, '2026-04-20T12:00');
    await sell(plan.id, price);
    for (const time of ['2026-05-01T12:00', '2026-05-10T09:31', '2026-06-10T09:31']) await goTo(shop, time);
    await sell(plan.id, 3480);
    await goTo(shop, '2026-06-20T12:00');
    expect(await told()).toBe(2);
    await goTo(shop, '2026-07-10T09:31');
    expect([(await lookAtPlan(shop, buyer)).status, heldOf(shop)]).toEqual(['active', 4 * price]);
    await goTo(shop, '2026-08-10T09:31');
    expect((await lookAtPlan(shop, buyer)).subscription).toMatchObject({
      status: 'ended',
      endReason: 'price',
    });
  });

  it('is not agreed to by a word about the price of that day', async () => {
    const plan = await storePlan(shop.app);
    const { buyer, id } = await subscribe(shop, plan);
    await act(shop, buyer, id, 'price', { price, agree: true });
    await sell(plan.id, 1980);
    await goTo(shop, '2026-05-10T09:31');
    await sell(plan.id, price);
    await goTo(shop, '2026-06-10T09:31');
    expect([await told(), heldOf(shop)]).toEqual([1, price + 2 * 1980]);
  });
});
