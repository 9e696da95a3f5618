import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../../db/schema/accounts.ts';
import { cards, plans, subscriptions } from '../../db/schema/subscription.ts';
import { settings } from '../../db/schema/system.ts';
import { endMaintenance, startMaintenance } from '../../maintenance/store.ts';
import { noGateway } from '../../payment/none.ts';
import { openTestShop, signInBuyer, type TestShop } from '../../testing/buyer.ts';
import { createTestApp } from '../../testing/createTestApp.ts';
import { takeMails } from '../../testing/mails.ts';
import {
  act,
  cardsOf,
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
import type { SignedIn } from '../../testing/users.ts';
import { runCards } from '../card/job.ts';
import { holdName, pauseName } from '../order/commands.ts';
import { runCommands } from '../order/executor.ts';
import { keepOpenWhileStopped } from './keepOpen.ts';
import { renewDue } from './renew.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.gateway.stop());

const price = 2980;
const iso = (text: string) => new Date(`${text}:00+09:00`);
/** How often the gateway was asked to charge for renewals. */
const renewals = () => shop.gateway.books().trades.filter(({ isProofWanted }) => !isProofWanted).length;

describe('a renewal', () => {
  it('is charged at 09:00 of its day, announced 7 days and 1 day before, and opens the next month', async () => {
    const { buyer } = await subscribe(shop, await storePlan(shop.app));
    await goTo(shop, '2026-05-03T12:00');
    await goTo(shop, '2026-05-03T18:00');
    await goTo(shop, '2026-05-09T12:00');
    expect(await planMails(shop)).toEqual(['started', 'notice', 'notice']);
    await goTo(shop, '2026-05-10T08:59');
    expect(heldOf(shop)).toBe(price);
    expect((await lookAtPlan(shop, buyer)).library[0]?.expireAt?.getTime()).toBeGreaterThan(
      shop.app.clock.now(),
    );
    await goTo(shop, '2026-05-10T09:31');
    const { subscription, periods, orders, attempts } = await lookAtPlan(shop, buyer);
    expect(subscription).toMatchObject({ status: 'active', dueOn: '2026-06-10' });
    expect(periods.map(({ n, state, dueOn }) => [n, state, dueOn])).toEqual([
      [1, 'paid', '2026-04-10'],
      [2, 'paid', '2026-05-10'],
    ]);
    expect(orders[1]).toMatchObject({ kind: 'renewal', status: 'paid', total: price, userId: buyer.id });
    expect(orders[1]?.confirmHash).toBe(orders[0]?.confirmHash);
    expect(attempts[1]?.redirectUrl).toBeNull();
    expect([heldOf(shop), renewals()]).toEqual([2 * price, 1]);
    expect((await planMails(shop)).at(-1)).toBe('renewed');
    await goTo(shop, '2026-05-10T18:00');
    expect(heldOf(shop)).toBe(2 * price);
  });

  it('follows a trial at its price, and a trial cancelled before costs nothing', async () => {
    const plan = await storePlan(shop.app, { trialDays: 7 });
    const [stays, leaves] = [await signInBuyer(shop.app), await signInBuyer(shop.app)];
    for (const buyer of [stays, leaves])
      await orderPlan(shop, buyer, plan, { method: 'card', ...typedCard(shop) });
    await runPlans(shop);
    const { subscription } = await lookAtPlan(shop, leaves);
    expect((await act(shop, leaves, subscription.id, 'cancel')).status).toBe(200);
    await goTo(shop, '2026-04-17T12:00');
    expect((await lookAtPlan(shop, leaves)).library[0]?.expireAt).toEqual(iso('2026-04-18T00:00'));
    await goTo(shop, '2026-04-18T09:31');
    expect(await lookAtPlan(shop, stays)).toMatchObject({ status: 'active' });
    expect(await lookAtPlan(shop, leaves)).toMatchObject({ status: 'ended' });
    expect([heldOf(shop), renewals()]).toEqual([price, 1]);
  });

  it('row 81: eight workers at 09:00 make one period and one charge', async () => {
    const { buyer } = await subscribe(shop, await storePlan(shop.app));
    const others = await Promise.all(Array.from({ length: 7 }, () => createTestApp({ besides: shop.app })));
    shop.app.clock.advance(iso('2026-05-10T09:31').getTime() - shop.app.clock.now());
    const all = [shop.app, ...others];
    await Promise.all(all.map(({ deps }) => renewDue(deps)));
    await Promise.all(all.map(({ deps }) => runCommands(deps)));
    await runPlans(shop);
    const { periods, orders, attempts } = await lookAtPlan(shop, buyer);
    expect([periods.length, orders.length, attempts.length]).toEqual([2, 2, 2]);
    expect([heldOf(shop), renewals()]).toEqual([2 * price, 1]);
  });

  it('row 82: whose reply is lost is searched for, and not charged again, not even the next day', async () => {
    const { buyer } = await subscribe(shop, await storePlan(shop.app));
    shop.gateway.faults([
      { fault: 'drop_after', on: 'ExecTran', nth: 1 },
      { fault: '5xx', on: 'SearchTrade' },
    ]);
    await goTo(shop, '2026-05-10T09:31');
    expect((await lookAtPlan(shop, buyer)).attempts[1]).toMatchObject({ isUnknown: true, state: 'entered' });
    for (const time of ['2026-05-10T12:00', '2026-05-11T09:31', '2026-05-11T12:00']) await goTo(shop, time);
    expect([heldOf(shop), renewals()]).toEqual([2 * price, 1]);
    expect((await lookAtPlan(shop, buyer)).status).toBe('active');
    shop.gateway.faults([]);
    for (const time of ['2026-05-11T13:00', '2026-05-11T14:00']) await goTo(shop, time);
    const { subscription, orders, attempts } = await lookAtPlan(shop, buyer);
    expect([orders[1]?.status, attempts.length, subscription.dueOn]).toEqual(['paid', 2, '2026-06-10']);
    expect([heldOf(shop), renewals()]).toEqual([2 * price, 1]);
  });

  it('row 86: the server was down for three days: a mail first, then one charge', async () => {
    const { buyer } = await subscribe(shop, await storePlan(shop.app));
    await goTo(shop, '2026-05-13T15:00');
    expect((await planMails(shop)).at(-1)).toBe('late_charge');
    expect([heldOf(shop), renewals()]).toEqual([price, 0]);
    expect((await lookAtPlan(shop, buyer)).library[0]?.expireAt?.getTime()).toBeGreaterThan(
      shop.app.clock.now(),
    );
    await goTo(shop, '2026-05-14T08:59');
    expect(renewals()).toBe(0);
    await goTo(shop, '2026-05-14T09:31');
    const { subscription, periods } = await lookAtPlan(shop, buyer);
    expect([heldOf(shop), renewals()]).toEqual([2 * price, 1]);
    // The anchor does not move: the month is counted from its day.
    expect([subscription.dueOn, periods[1]?.dueOn]).toEqual(['2026-06-10', '2026-05-10']);
  });

  it('row 86: the server was down for longer than a month: one charge, for the month that begins then', async () => {
    const { buyer } = await subscribe(shop, await storePlan(shop.app));
    await goTo(shop, '2026-06-20T15:00');
    expect([(await planMails(shop)).at(-1), renewals()]).toEqual(['late_charge', 0]);
    await goTo(shop, '2026-06-21T09:31');
    expect([heldOf(shop), renewals()]).toEqual([2 * price, 1]);
    expect((await lookAtPlan(shop, buyer)).subscription.dueOn).toBe('2026-07-21');
    await goTo(shop, '2026-06-24T12:00');
    expect([heldOf(shop), renewals()]).toEqual([2 * price, 1]);
  });

  it('waits while the operator has stopped charging', async () => {
    const { buyer } = await subscribe(shop, await storePlan(shop.app));
    const stop = { name: pauseName, value: {}, modified: new Date(shop.app.clock.now()) };
    await shop.app.db.insert(settings).values(stop);
    await goTo(shop, '2026-05-10T10:00');
    expect([(await lookAtPlan(shop, buyer)).orders.length, renewals()]).toEqual([1, 0]);
    await shop.app.db.delete(settings).where(eq(settings.name, pauseName));
    await goTo(shop, '2026-05-10T10:30');
    expect(renewals()).toBe(1);
  });

  it('waits out a maintenance, in which nobody can cancel, and is made after it', async () => {
    const { buyer } = await subscribe(shop, await storePlan(shop.app), { card: 'renewal_G02' });
    const state = { title: '', message: '', starts_at: null, ends_at: null, affected: [], contact_url: null };
    await startMaintenance(shop.app.db, state, shop.app.clock.now());
    await goTo(shop, '2026-05-10T10:00');
    expect([(await lookAtPlan(shop, buyer)).orders.length, renewals()]).toEqual([1, 0]);
    await endMaintenance(shop.app.db);
    await goTo(shop, '2026-05-10T11:00');
    expect([(await lookAtPlan(shop, buyer)).status, renewals()]).toEqual(['past_due', 1]);
    await startMaintenance(shop.app.db, state, shop.app.clock.now());
    await goTo(shop, '2026-05-11T09:31');
    await goTo(shop, '2026-05-18T12:00');
    expect([(await lookAtPlan(shop, buyer)).status, renewals()]).toEqual(['past_due', 1]);
    await endMaintenance(shop.app.db);
    await goTo(shop, '2026-05-18T13:00');
    expect((await lookAtPlan(shop, buyer)).status).toBe('suspended');
  });

  it('waits while the installation has lost its gateway: that is nobody’s arrears', async () => {
    const { buyer } = await subscribe(shop, await storePlan(shop.app));
    shop.app.clock.advance(iso('2026-05-10T09:31').getTime() - shop.app.clock.now());
    const bare = { ...shop.app.deps, gateway: noGateway() };
    await renewDue(bare);
    await runCommands(bare);
    expect(await lookAtPlan(shop, buyer)).toMatchObject({ status: 'active', orders: [{ kind: 'sale' }] });
    await goTo(shop, '2026-05-10T10:00');
    expect([heldOf(shop), renewals()]).toEqual([2 * price, 1]);
  });

  it('reaches everybody who is due, however many, and one that breaks keeps nobody', async () => {
    const plan = await storePlan(shop.app);
    const { buyer, id } = await subscribe(shop, plan);
    const [mine] = await shop.app.db.select().from(subscriptions).where(eq(subscriptions.id, id));
    if (!mine) throw new Error('nothing was stored');
    const { id: _, ...row } = mine;
    const due = iso('2026-05-10T09:00');
    // None of these has a first order, so each of them fails.
    const many = Array.from({ length: 120 }, (_one, place) => ({
      ...row,
      family: `broken-${place}`,
      nextActionAt: due,
    }));
    await shop.app.db.insert(subscriptions).values(many);
    await goTo(shop, '2026-05-10T09:31');
    expect((await lookAtPlan(shop, buyer)).subscription.id).toBeGreaterThan(id);
    const [own] = await shop.app.db.select().from(subscriptions).where(eq(subscriptions.id, id));
    expect([own?.dueOn, renewals()]).toEqual(['2026-06-10', 1]);
  });

  it('row 94: is not charged to who has left, or was erased', async () => {
    const plan = await storePlan(shop.app);
    const [left, erased] = [await subscribe(shop, plan), await subscribe(shop, plan)];
    await shop.app.db.update(users).set({ withdrawn: new Date() }).where(eq(users.id, left.buyer.id));
    await shop.app.db.delete(users).where(eq(users.id, erased.buyer.id));
    await goTo(shop, '2026-05-10T10:00');
    const rows = await shop.app.db.select().from(subscriptions);
    expect(rows.map(({ status }) => status)).toEqual(['ended', 'ended']);
    expect([heldOf(shop), renewals()]).toEqual([2 * price, 0]);
  });
});

describe('a stop of all charges', () => {
  const setting = (name: string) => ({
    begin: () =>
      shop.app.db.insert(settings).values({ name, value: {}, modified: new Date(shop.app.clock.now()) }),
    end: () => shop.app.db.delete(settings).where(eq(settings.name, name)),
  });
  const words = { title: '', message: '', starts_at: null, ends_at: null, affected: [], contact_url: null };
  const maintenance = {
    begin: () => startMaintenance(shop.app.db, words, shop.app.clock.now()),
    end: () => endMaintenance(shop.app.db),
  };
  /** What becomes due in half a day, by the jobs that run in a hold, or by all of them. */
  const halfADay = async (isHold: boolean) => {
    shop.app.clock.advance(43_200_000);
    if (isHold) await keepOpenWhileStopped(shop.app.deps);
    else await runPlans(shop);
  };
  const isOpen = async (who: SignedIn) =>
    ((await lookAtPlan(shop, who)).library[0]?.expireAt?.getTime() ?? 0) > shop.app.clock.now();

  it.each([
    { name: 'by the operator', isHold: false, stop: setting(pauseName) },
    { name: 'in a maintenance', isHold: false, stop: maintenance },
    { name: 'in a hold', isHold: true, stop: setting(holdName) },
  ])('$name closes nobody who goes on, however long it lasts', async ({ isHold, stop }) => {
    const plan = await storePlan(shop.app);
    const { buyer: owing } = await subscribe(shop, plan, { card: 'renewal_G02' });
    await goTo(shop, '2026-04-12T00:00');
    const { buyer } = await subscribe(shop, plan);
    const [leaving, resting] = [await subscribe(shop, plan), await subscribe(shop, plan)];
    expect((await act(shop, leaving.buyer, leaving.id, 'cancel')).status).toBe(200);
    expect((await act(shop, resting.buyer, resting.id, 'pause')).status).toBe(200);
    await goTo(shop, '2026-05-11T00:00');
    expect((await lookAtPlan(shop, owing)).status).toBe('past_due');
    await stop.begin();
    for (let turn = 0; turn < 42; turn += 1) {
      await halfADay(isHold);
      // No job has looked for almost half a day.
      shop.app.clock.advance(-1);
      expect([turn, await isOpen(buyer), await isOpen(owing)]).toEqual([turn, true, true]);
      shop.app.clock.advance(1);
    }
    expect([await isOpen(leaving.buyer), await isOpen(resting.buyer), heldOf(shop)]).toEqual([
      false,
      false,
      4 * price,
    ]);
    await stop.end();
    await goTo(shop, '2026-06-01T01:00');
    expect([await isOpen(buyer), await isOpen(owing)]).toEqual([true, false]);
    await goTo(shop, '2026-06-01T09:31');
    const { subscription } = await lookAtPlan(shop, buyer);
    expect([subscription.status, subscription.dueOn, heldOf(shop)]).toEqual([
      'active',
      '2026-06-12',
      5 * price,
    ]);
  });
});

describe('a charge that is refused', () => {
  it('row 93: is told within minutes, tried on its days, then closed, then ended', async () => {
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app), { card: 'renewal_G02' });
    await goTo(shop, '2026-05-10T09:31');
    const first = await lookAtPlan(shop, buyer);
    expect(first.subscription).toMatchObject({ status: 'past_due', failure: 'limit', needsCard: false });
    expect((await planMails(shop)).at(-1)).toBe('past_due');
    for (const day of [11, 13, 15, 17]) {
      await goTo(shop, `2026-05-${day}T08:59`);
      const before = renewals();
      await goTo(shop, `2026-05-${day}T09:31`);
      expect(renewals()).toBe(before + 1);
    }
    const { orders, attempts, library } = await lookAtPlan(shop, buyer);
    expect([orders.length, attempts.length]).toEqual([2, 6]);
    expect(library[0]?.expireAt).toEqual(iso('2026-05-18T00:00'));
    await goTo(shop, '2026-05-18T00:01');
    expect((await lookAtPlan(shop, buyer)).status).toBe('suspended');
    expect((await lookAtPlan(shop, buyer)).orders[1]?.status).toBe('canceled');
    await goTo(shop, '2026-05-30T12:00');
    expect(renewals()).toBe(5);
    await goTo(shop, '2026-05-31T00:01');
    expect((await lookAtPlan(shop, buyer)).subscription).toMatchObject({
      status: 'ended',
      endReason: 'unpaid',
    });
    expect((await planMails(shop)).filter((kind) => kind !== 'notice')).toEqual([
      'started',
      'past_due',
      ...Array.from({ length: 4 }, () => 'try_failed'),
      'suspended',
      'ended',
    ]);
    expect(heldOf(shop)).toBe(price);
    expect((await act(shop, buyer, id, 'retry')).status).toBe(409);
  });

  it('for good is not tried with the same card; a new card pays at once', async () => {
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app), { card: 'renewal_G54' });
    await goTo(shop, '2026-05-10T09:31');
    for (const day of [11, 13, 15]) await goTo(shop, `2026-05-${day}T09:31`);
    const { subscription } = await lookAtPlan(shop, buyer);
    expect(subscription).toMatchObject({ status: 'past_due', needsCard: true });
    expect(renewals()).toBe(1);
    expect((await act(shop, buyer, id, 'retry')).status).toBe(409);
    expect((await act(shop, buyer, id, 'card', typedCard(shop))).status).toBe(200);
    await runPlans(shop);
    const after = await lookAtPlan(shop, buyer);
    expect(after.subscription).toMatchObject({ status: 'active', dueOn: '2026-06-10', failure: null });
    expect([heldOf(shop), renewals()]).toEqual([2 * price, 2]);
  });

  it('row 87: a card that the gateway has no more is asked for, without a storm of tries', async () => {
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app));
    const [card] = await cardsOf(shop, buyer);
    await shop.app.deps.gateway.deleteCard({ memberId: card?.memberId ?? '', cardSeq: card?.cardSeq ?? '' });
    for (const time of ['2026-05-10T09:31', '2026-05-10T12:00', '2026-05-11T09:31', '2026-05-13T09:31'])
      await goTo(shop, time);
    expect((await lookAtPlan(shop, buyer)).subscription).toMatchObject({
      status: 'past_due',
      needsCard: true,
    });
    expect(renewals()).toBe(1);
    await act(shop, buyer, id, 'card', typedCard(shop));
    await runPlans(shop);
    expect((await lookAtPlan(shop, buyer)).status).toBe('active');
    expect(heldOf(shop)).toBe(2 * price);
  });

  it('row 87: a card that has expired is tried once, then asked for', async () => {
    const { buyer } = await subscribe(shop, await storePlan(shop.app));
    await shop.app.db.update(cards).set({ expiry: '2604' });
    shop.gateway.faults([{ fault: 'error:42G830000', on: 'ExecTran' }]);
    for (const time of ['2026-05-10T09:31', '2026-05-11T09:31', '2026-05-13T09:31']) await goTo(shop, time);
    expect((await lookAtPlan(shop, buyer)).subscription).toMatchObject({
      status: 'past_due',
      needsCard: true,
    });
    expect([renewals(), heldOf(shop)]).toEqual([1, price]);
  });

  it('for want of any card is asked for, too', async () => {
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app));
    await shop.app.db.update(subscriptions).set({ cardId: null }).where(eq(subscriptions.id, id));
    await goTo(shop, '2026-05-10T09:31');
    await goTo(shop, '2026-05-11T09:31');
    const { subscription, attempts } = await lookAtPlan(shop, buyer);
    expect(subscription).toMatchObject({ status: 'past_due', needsCard: true });
    expect(attempts.length).toBe(1);
    await act(shop, buyer, id, 'card', { card_id: (await cardsOf(shop, buyer))[0]?.id });
    await runPlans(shop);
    expect((await lookAtPlan(shop, buyer)).status).toBe('active');
  });

  it('row 92: paid after it was closed, it runs from that day, and closed days are not billed', async () => {
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app), { card: 'renewal_G02' });
    for (const time of ['2026-05-10T09:31', '2026-05-18T00:01', '2026-05-20T12:00']) await goTo(shop, time);
    expect((await lookAtPlan(shop, buyer)).status).toBe('suspended');
    await act(shop, buyer, id, 'card', typedCard(shop));
    await runPlans(shop);
    expect((await lookAtPlan(shop, buyer)).status).toBe('suspended');
    expect((await act(shop, buyer, id, 'retry')).status).toBe(200);
    await runPlans(shop);
    const { subscription, library } = await lookAtPlan(shop, buyer);
    expect(subscription).toMatchObject({ status: 'active', anchorDay: 20, dueOn: '2026-06-20' });
    expect(library[0]?.expireAt?.getTime()).toBeGreaterThan(iso('2026-06-20T00:00').getTime());
    expect(heldOf(shop)).toBe(2 * price);
  });
});

describe('a price that was raised', () => {
  const raise = (id: number) => shop.app.db.update(plans).set({ price: 3480 }).where(eq(plans.id, id));

  it('row 89: ends what nobody agreed to, and is never charged', async () => {
    const plan = await storePlan(shop.app);
    const { buyer } = await subscribe(shop, plan);
    await goTo(shop, '2026-04-20T12:00');
    await raise(plan.id);
    await goTo(shop, '2026-04-20T12:05');
    expect((await planMails(shop)).at(-1)).toBe('price');
    // Less than 30 days before: this period is still at the old price.
    await goTo(shop, '2026-05-10T09:31');
    expect(heldOf(shop)).toBe(2 * price);
    await goTo(shop, '2026-06-10T09:31');
    expect((await lookAtPlan(shop, buyer)).subscription).toMatchObject({
      status: 'ended',
      endReason: 'price',
    });
    expect(heldOf(shop)).toBe(2 * price);
  });

  const mailsOf = async (kind: string) =>
    (await takeMails(shop.app)).filter((mail) => mail.kind === `subscription-${kind}`);

  it('row 89: is not announced as a charge to who did not agree: the mails say when it ends, and why', async () => {
    const plan = await storePlan(shop.app);
    const { buyer, id } = await subscribe(shop, plan);
    await raise(plan.id);
    for (const time of ['2026-04-20T12:05', '2026-05-10T09:31']) await goTo(shop, time);
    const [renewed] = await mailsOf('renewed');
    await act(shop, buyer, id, 'cancel');
    await act(shop, buyer, id, 'resume');
    const [resumed] = await mailsOf('resumed');
    for (const time of ['2026-06-03T12:00', '2026-06-09T12:00']) await goTo(shop, time);
    const notices = await mailsOf('notice');
    expect(notices.map(({ subject }) => subject)).toEqual([
      '【コノマナビ】定期購入が終了する日のお知らせ',
      '【コノマナビ】定期購入が終了する日のお知らせ',
    ]);
    for (const mail of [renewed, resumed, ...notices]) {
      expect(mail?.text).toMatch(
        /新しい料金\(3,480円・税込\)への同意.*2026年6月10日\(水\) 09:\d\dごろに契約を終了/,
      );
      expect(mail?.text).not.toMatch(/次回のお支払い:|これまでどおり続きます/);
    }
    await act(shop, buyer, id, 'price', { price: 3480, agree: true });
    await act(shop, buyer, id, 'cancel');
    await act(shop, buyer, id, 'resume');
    expect((await mailsOf('resumed'))[0]?.text).toMatch(/次回のお支払い: 2026年6月10日\(水\).* 3,480円/);
  });

  it('row 89: ends late, after a mail that announces no charge, when the server was down', async () => {
    const plan = await storePlan(shop.app);
    const { buyer } = await subscribe(shop, plan);
    await raise(plan.id);
    for (const time of ['2026-04-20T12:05', '2026-05-10T09:31', '2026-06-13T15:00']) await goTo(shop, time);
    const [late] = await mailsOf('late-charge');
    expect(late?.text).toMatch(/2026年6月14日\(日\) 09:\d\d以降に契約を終了/);
    expect(late?.text).not.toContain('1回分だけ');
    await goTo(shop, '2026-06-14T09:31');
    expect((await lookAtPlan(shop, buyer)).subscription).toMatchObject({
      status: 'ended',
      endReason: 'price',
    });
    expect(heldOf(shop)).toBe(2 * price);
  });

  it('is charged to who agreed, from then on', async () => {
    const plan = await storePlan(shop.app);
    const { buyer, id } = await subscribe(shop, plan);
    await raise(plan.id);
    await goTo(shop, '2026-04-20T12:05');
    expect((await act(shop, buyer, id, 'price', { price: 2980, agree: true })).status).toBe(412);
    expect((await act(shop, buyer, id, 'price', { price: 3480, agree: true })).status).toBe(200);
    await goTo(shop, '2026-05-10T09:31');
    expect(heldOf(shop)).toBe(price + 3480);
    expect((await lookAtPlan(shop, buyer)).subscription.price).toBe(3480);
  });
});

it('a card is kept after the payment by a job of its own', async () => {
  const plan = await storePlan(shop.app);
  const buyer = await signInBuyer(shop.app);
  await orderPlan(shop, buyer, plan, { method: 'card', ...typedCard(shop) });
  await runCommands(shop.app.deps);
  expect((await lookAtPlan(shop, buyer)).subscription).toMatchObject({ status: 'active', cardId: null });
  await runCards(shop.app.deps);
  expect((await lookAtPlan(shop, buyer)).subscription.cardId).not.toBeNull();
});
