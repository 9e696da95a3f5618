import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { openTestShop, signInBuyer, type TestShop } from '../../testing/buyer.ts';
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
import { testPassword } from '../../testing/users.ts';
import { returnMoney } from '../operator/match.ts';
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
const renewals = () => shop.gateway.books().trades.filter(({ isProofWanted }) => !isProofWanted).length;
type Shown = {
  status: string;
  ends_at: string | null;
  can_resume: boolean;
  can_cancel: boolean;
  can_pause: boolean;
  next_charge_at: string | null;
  paused_from: string | null;
  card: { last4: string } | null;
  invoices: { kind: string; status: string }[];
};
type Made = { subscription: Shown; state: { next: string } | null; card: { next: string } | null };

describe('a cancellation', () => {
  it('shows its end first, keeps what is paid for, charges nothing more, and can be undone until then', async () => {
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app));
    const { subscription } = await bodyOf<Made>(act(shop, buyer, id, 'cancel', { reason: '使わなくなった' }));
    expect(subscription).toMatchObject({
      status: 'cancel_scheduled',
      can_resume: true,
      next_charge_at: null,
    });
    expect(new Date(subscription.ends_at ?? '')).toEqual(iso('2026-05-10T00:00'));
    expect((await lookAtPlan(shop, buyer)).library[0]).toMatchObject({ isAutoRenewal: false });
    await goTo(shop, '2026-05-09T23:59');
    const undone = await bodyOf<Made>(act(shop, buyer, id, 'resume'));
    expect(undone.subscription).toMatchObject({ status: 'active', can_cancel: true });
    await goTo(shop, '2026-05-10T09:31');
    expect([heldOf(shop), renewals()]).toEqual([2 * price, 1]);
    await act(shop, buyer, id, 'cancel');
    await goTo(shop, '2026-06-10T00:01');
    const { subscription: ended, library } = await lookAtPlan(shop, buyer);
    expect(ended).toMatchObject({ status: 'ended', endReason: 'cancel', cancelReason: '' });
    expect(library[0]?.expireAt?.getTime()).toBeLessThanOrEqual(shop.app.clock.now());
    expect(await refusalOf(act(shop, buyer, id, 'resume'))).toBe('409 past_period');
    await goTo(shop, '2026-07-10T09:31');
    expect(heldOf(shop)).toBe(2 * price);
    expect((await planMails(shop)).filter((kind) => kind === 'canceled')).toHaveLength(2);
  });

  it('row 85: at 08:59:59 of the day nothing is charged', async () => {
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app));
    await goTo(shop, '2026-05-10T08:59');
    shop.app.clock.advance(59_000);
    await act(shop, buyer, id, 'cancel');
    await goTo(shop, '2026-05-10T09:31');
    await goTo(shop, '2026-05-11T09:31');
    expect((await lookAtPlan(shop, buyer)).status).toBe('ended');
    expect([heldOf(shop), renewals()]).toEqual([price, 0]);
  });

  it('row 85: with the charge stored but not sent, none is made', async () => {
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app));
    shop.app.clock.advance(iso('2026-05-10T09:31').getTime() - shop.app.clock.now());
    await renewDue(shop.app.deps);
    expect((await lookAtPlan(shop, buyer)).orders).toHaveLength(2);
    await act(shop, buyer, id, 'cancel');
    for (const time of ['2026-05-10T09:35', '2026-05-10T09:45', '2026-05-10T10:00', '2026-05-10T11:00'])
      await goTo(shop, time);
    const { status, orders } = await lookAtPlan(shop, buyer);
    expect([status, orders[1]?.status]).toEqual(['ended', 'canceled']);
    expect(heldOf(shop)).toBe(price);
  });

  it('row 85: with the charge sent, it completes and is given back in full', async () => {
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app));
    shop.gateway.faults([{ fault: 'drop_after', on: 'ExecTran', nth: 1 }]);
    shop.app.clock.advance(iso('2026-05-10T09:31').getTime() - shop.app.clock.now());
    await renewDue(shop.app.deps);
    await runCommands(shop.app.deps);
    expect(heldOf(shop)).toBe(2 * price);
    expect((await bodyOf<Made>(act(shop, buyer, id, 'cancel'))).subscription.can_cancel).toBe(false);
    for (const time of ['2026-05-10T09:35', '2026-05-10T09:45', '2026-05-10T10:00']) await goTo(shop, time);
    const { status, orders } = await lookAtPlan(shop, buyer);
    expect([status, orders[1]?.status]).toEqual(['ended', 'refunded']);
    expect(heldOf(shop)).toBe(price);
    expect(await planMails(shop)).toContain('given_back');
  });

  it('row 64: with a charge of another sum waits for whoever looks at it; nothing is charged beside it', async () => {
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app));
    shop.gateway.faults([{ fault: 'amount:1000', on: 'ExecTran' }]);
    await goTo(shop, '2026-05-10T09:31');
    await act(shop, buyer, id, 'cancel');
    await goTo(shop, '2026-05-10T10:00');
    const waiting = await lookAtPlan(shop, buyer);
    expect([waiting.subscription.isEnding, waiting.orders[1]?.status]).toEqual([true, 'authenticating']);
    expect([heldOf(shop), renewals()]).toEqual([price + 1000, 1]);
    const { deps } = shop.app;
    await transaction(deps.db, async (tx) => {
      const [, attempt] = waiting.attempts;
      if (!attempt) throw new Error('no attempt');
      const order = await lockOrder(tx, attempt.orderId);
      await returnMoney(tx, deps, { attempt, order }, { actor: '佐藤', why: '金額の違い' });
    });
    await goTo(shop, '2026-05-10T10:15');
    const { status, orders } = await lookAtPlan(shop, buyer);
    expect([status, orders[1]?.status, heldOf(shop)]).toEqual(['ended', 'canceled', price]);
  });

  it('in arrears ends at once, and nothing is owed', async () => {
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app), { card: 'renewal_G02' });
    await goTo(shop, '2026-05-10T09:31');
    await act(shop, buyer, id, 'cancel');
    await goTo(shop, '2026-05-11T09:31');
    const { status, orders } = await lookAtPlan(shop, buyer);
    expect([status, orders[1]?.status, renewals()]).toEqual(['ended', 'canceled', 1]);
  });
});

describe('a pause', () => {
  it('leaves a month out: closed, not charged, and due on the same day afterwards', async () => {
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app));
    const { subscription } = await bodyOf<Made>(act(shop, buyer, id, 'pause'));
    expect(subscription).toMatchObject({ status: 'active', can_pause: false, can_resume: true });
    await goTo(shop, '2026-05-09T12:00');
    expect((await lookAtPlan(shop, buyer)).library[0]?.expireAt).toEqual(iso('2026-05-10T00:00'));
    await goTo(shop, '2026-05-10T09:31');
    expect((await lookAtPlan(shop, buyer)).status).toBe('paused');
    expect(renewals()).toBe(0);
    await goTo(shop, '2026-06-09T12:00');
    expect((await planMails(shop)).at(-1)).toBe('notice');
    await goTo(shop, '2026-06-10T09:31');
    const after = await lookAtPlan(shop, buyer);
    expect(after.subscription).toMatchObject({ status: 'active', dueOn: '2026-07-10', anchorDay: 10 });
    expect(after.periods.map(({ state }) => state)).toEqual(['paid', 'skipped', 'paid']);
    expect([heldOf(shop), renewals()]).toEqual([2 * price, 1]);
    expect(await refusalOf(act(shop, buyer, id, 'pause'))).toBe('409 pause_used');
  });

  it('is called off before it begins, as if it had never been', async () => {
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app));
    await act(shop, buyer, id, 'pause');
    const { subscription } = await bodyOf<Made>(act(shop, buyer, id, 'resume'));
    expect(subscription).toMatchObject({ paused_from: null, can_pause: true });
    await goTo(shop, '2026-05-10T09:31');
    expect((await lookAtPlan(shop, buyer)).periods.map(({ state }) => state)).toEqual(['paid', 'paid']);
    expect(heldOf(shop)).toBe(2 * price);
  });

  it('ended early is charged that day, which is the new anchor', async () => {
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app));
    await act(shop, buyer, id, 'pause');
    await goTo(shop, '2026-05-10T09:31');
    await goTo(shop, '2026-05-25T18:00');
    const { state } = await bodyOf<Made>(act(shop, buyer, id, 'resume'));
    expect(state?.next).toBe('poll');
    await runPlans(shop);
    const { subscription, library } = await lookAtPlan(shop, buyer);
    expect(subscription).toMatchObject({
      status: 'active',
      anchorDay: 25,
      dueOn: '2026-06-25',
      pausedUntil: null,
    });
    expect(library[0]?.expireAt?.getTime()).toBeGreaterThan(shop.app.clock.now());
    await goTo(shop, '2026-06-10T09:31');
    expect([heldOf(shop), renewals()]).toEqual([2 * price, 1]);
  });

  it('ended early by a card that is refused goes on', async () => {
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app), { card: 'renewal_G02' });
    await act(shop, buyer, id, 'pause');
    await goTo(shop, '2026-05-10T09:31');
    await act(shop, buyer, id, 'resume');
    await runPlans(shop);
    const { subscription, orders } = await lookAtPlan(shop, buyer);
    expect([subscription.status, orders[1]?.status]).toEqual(['paused', 'canceled']);
    await act(shop, buyer, id, 'card', typedCard(shop));
    await runPlans(shop);
    await act(shop, buyer, id, 'resume');
    await runPlans(shop);
    expect((await lookAtPlan(shop, buyer)).status).toBe('active');
    expect(heldOf(shop)).toBe(2 * price);
  });
});

describe('what is shown', () => {
  it('is the list of what somebody has, with its orders; nothing of it is anybody else’s', async () => {
    const plan = await storePlan(shop.app);
    const { buyer, id } = await subscribe(shop, plan);
    const path = '/api/shop/subscription/';
    const list = await bodyOf<{ results: Shown[] }>(shop.app.call('GET', path, { token: buyer.token }));
    expect(list.results).toMatchObject([
      { status: 'active', card: { last4: '4444' }, invoices: [{ kind: 'sale' }] },
    ]);
    const other = await signInBuyer(shop.app);
    expect((await shop.app.call('GET', `${path}${id}/`, { token: other.token })).status).toBe(404);
    for (const action of ['cancel', 'resume', 'pause', 'retry'] as const)
      expect((await act(shop, other, id, action)).status).toBe(404);
    expect((await act(shop, other, id, 'card', { card_id: 1 })).status).toBe(404);
    const plans = await bodyOf<{ results: { subscription: number | null }[] }>(
      shop.app.call('GET', '/api/shop/plan/', { token: buyer.token }),
    );
    expect(plans.results).toMatchObject([{ subscription: id }]);
    expect(
      (await bodyOf<{ results: object[] }>(shop.app.call('GET', '/api/shop/plan/'))).results,
    ).toHaveLength(1);
  });
});

describe('who withdraws', () => {
  const leave = async (buyer: { id: number; email: string }, fields: object = {}) => {
    const { token } = await shop.app.signIn(buyer);
    const json = { password: testPassword, ...fields };
    return shop.app.call('POST', '/accounts/withdraw/', { token, json });
  };

  it('row 113: with a month that is paid for loses it at once, and is charged no more', async () => {
    const { buyer } = await subscribe(shop, await storePlan(shop.app));
    expect((await leave(buyer)).status).toBe(204);
    expect((await lookAtPlan(shop, buyer)).subscription).toMatchObject({
      status: 'ended',
      endReason: 'withdrawn',
    });
    await goTo(shop, '2026-05-10T10:00');
    expect([heldOf(shop), renewals()]).toEqual([price, 0]);
    expect(await planMails(shop)).toEqual(['started', 'ended']);
  });

  it('row 113: in a trial pays nothing', async () => {
    const plan = await storePlan(shop.app, { trialDays: 7 });
    const { buyer } = await subscribe(shop, plan);
    expect((await lookAtPlan(shop, buyer)).status).toBe('trialing');
    expect((await leave(buyer)).status).toBe(204);
    await goTo(shop, '2026-04-18T10:00');
    expect([(await lookAtPlan(shop, buyer)).status, heldOf(shop)]).toEqual(['ended', 0]);
  });

  it('row 113: while a charge is under way waits for what becomes of it', async () => {
    const { buyer } = await subscribe(shop, await storePlan(shop.app));
    shop.gateway.faults([{ fault: 'drop_after', on: 'ExecTran', nth: 1 }]);
    shop.app.clock.advance(iso('2026-05-10T09:31').getTime() - shop.app.clock.now());
    await renewDue(shop.app.deps);
    await runCommands(shop.app.deps);
    expect(await refusalOf(leave(buyer))).toBe('409 payment_checking');
    await goTo(shop, '2026-05-10T09:45');
    expect((await leave(buyer)).status).toBe(204);
    expect((await lookAtPlan(shop, buyer)).status).toBe('ended');
  });

  it('row 113: is let go when nobody knew for half an hour; what was charged all the same is given back', async () => {
    const silent = [
      { fault: 'drop_after', on: 'ExecTran' },
      { fault: '5xx:before', on: 'SearchTrade' },
    ];
    const { buyer } = await subscribe(shop, await storePlan(shop.app));
    shop.gateway.faults(silent);
    await goTo(shop, '2026-05-10T09:31');
    const starting = await signInBuyer(shop.app);
    await orderPlan(shop, starting, await storePlan(shop.app), { method: 'card', ...typedCard(shop) });
    await runPlans(shop);
    await goTo(shop, '2026-05-10T10:02');
    expect((await leave(buyer)).status).toBe(204);
    expect((await leave(starting)).status).toBe(204);
    shop.gateway.faults([]);
    for (const time of ['10:10', '10:12']) await goTo(shop, `2026-05-10T${time}`);
    const [renewed, first] = [await lookAtPlan(shop, buyer), await lookAtPlan(shop, starting)];
    expect([renewed.orders[1]?.status, first.orders[0]?.status]).toEqual(['refunded', 'refunded']);
    expect([renewed.status, first.status, heldOf(shop)]).toEqual(['ended', 'ended', price]);
  });

  it('has nothing that renews itself any more, and the gateway forgets the card', async () => {
    const { buyer } = await subscribe(shop, await storePlan(shop.app), { card: 'renewal_G02' });
    await goTo(shop, '2026-05-10T09:31');
    expect((await lookAtPlan(shop, buyer)).status).toBe('past_due');
    const { token } = await shop.app.signIn({ id: buyer.id, email: buyer.email });
    const answer = await shop.app.call('POST', '/accounts/withdraw/', {
      token,
      json: { password: testPassword },
    });
    expect(answer.status).toBe(204);
    await runPlans(shop);
    const { status, orders } = await lookAtPlan(shop, buyer);
    expect([status, orders[1]?.status]).toEqual(['ended', 'canceled']);
    const [card] = await cardsOf(shop, buyer);
    expect(await shop.app.deps.gateway.listCards(card?.memberId ?? '')).toMatchObject({
      kind: 'ok',
      cards: [],
    });
    await goTo(shop, '2026-06-10T09:31');
    expect(heldOf(shop)).toBe(price);
  });
});
