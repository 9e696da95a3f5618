import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cardLimit } from '#contracts/shopCard.ts';
import { guardians, users } from '../../db/schema/accounts.ts';
import { moneyTasks } from '../../db/schema/order.ts';
import { plans } from '../../db/schema/subscription.ts';
import { noGateway } from '../../payment/none.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import {
  type CheckoutBody,
  confirmCheckout,
  openCheckout,
  openTestShop,
  readOrder,
  signInBuyer,
  type TestShop,
} from '../../testing/buyer.ts';
import { createTestApp } from '../../testing/createTestApp.ts';
import { takeMails } from '../../testing/mails.ts';
import {
  cardsOf,
  goTo,
  heldOf,
  lookAtPlan,
  orderPlan,
  planMails,
  prove,
  runPlans,
  storePlan,
  subscribe,
  typedCard,
} from '../../testing/plans.ts';
import type { SignedIn } from '../../testing/users.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.gateway.stop());

const iso = (text: string) => new Date(`${text}+09:00`);
type Offer = CheckoutBody & {
  confirm: { key: string; lines: string[] }[];
  plan: {
    is_trial: boolean;
    trial_end_at: string | null;
    next_charge_at: string;
    next_amount: number;
  } | null;
};

async function offer(buyer: SignedIn, planId: number): Promise<Offer> {
  const paying = { method: 'card' as const, plan: `plan-${planId}`, ...typedCard(shop) };
  return (await openCheckout(shop.app, buyer, paying)) as Offer;
}

describe('a plan without a trial', () => {
  it('is charged once, its card kept, its courses open, and due on the same day of the next month', async () => {
    const plan = await storePlan(shop.app);
    const { buyer } = await subscribe(shop, plan);
    const { subscription, periods, orders, library } = await lookAtPlan(shop, buyer);
    expect(subscription).toMatchObject({ status: 'active', price: 2980, anchorDay: 10, dueOn: '2026-05-10' });
    expect(subscription.currentUntil).toEqual(iso('2026-05-10T00:00:00'));
    expect(periods).toMatchObject([{ n: 1, state: 'paid', dueOn: '2026-04-10', orderId: orders[0]?.id }]);
    expect(library).toMatchObject([{ isAutoRenewal: true, productId: `plan-${plan.id}` }]);
    expect(heldOf(shop)).toBe(2980);
    expect((await cardsOf(shop, buyer)).map(({ id, state }) => [id, state])).toEqual([
      [subscription.cardId, 'active'],
    ]);
    expect(await planMails(shop)).toEqual(['started']);
    const shown = await readOrder(shop.app, buyer, orders[0]?.id ?? 0);
    expect(shown.items[0]).toMatchObject({ product_id: `plan-${plan.id}`, inventory: library[0]?.id });
  });

  it('shows each charge, the first date and the sum of a year before it is ordered', async () => {
    const plan = await storePlan(shop.app);
    const shown = await offer(await signInBuyer(shop.app), plan.id);
    const lines = shown.confirm.find(({ key }) => key === 'price')?.lines.join('\n') ?? '';
    for (const part of ['毎月 2,980円', '2026年5月10日', '35,760円', '自動で更新'])
      expect(lines).toContain(part);
    expect(shown.plan).toMatchObject({ is_trial: false, trial_end_at: null, next_amount: 2980 });
  });

  it('runs although its card could not be kept, and asks for one', async () => {
    const plan = await storePlan(shop.app);
    shop.gateway.faults([{ fault: 'error:E61010001', on: 'TradedCard' }]);
    const { buyer } = await subscribe(shop, plan);
    const { subscription } = await lookAtPlan(shop, buyer);
    expect([subscription.status, subscription.cardId]).toEqual(['active', null]);
    expect(await planMails(shop)).toEqual(['started', 'card_missing']);
    expect(await shop.app.db.select().from(moneyTasks)).toMatchObject([
      { kind: 'alarm', orderId: null, detail: { command: 'card_keep', code: 'E61010001' } },
    ]);
  });

  it('whose first payment is refused does not begin, and is paid by another card', async () => {
    const plan = await storePlan(shop.app);
    const buyer = await signInBuyer(shop.app);
    const { order } = await orderPlan(shop, buyer, plan, { method: 'card', ...typedCard(shop, 'G02') });
    await runPlans(shop);
    expect(await readOrder(shop.app, buyer, order.id)).toMatchObject({ status: 'failed', can_retry: true });
    const mail = (await takeMails(shop.app)).at(-1);
    expect([mail?.kind, mail?.text]).toEqual(['order-failed', expect.stringContaining('別のカードで')]);
    expect(mail?.text).not.toMatch(/コンビニ|銀行振込/);
    const retry = (json: object) =>
      shop.app.call('POST', `/api/shop/order/${order.id}/retry/`, { token: buyer.token, json });
    expect(await refusalOf(retry({ method: 'bank' }))).toBe('409 method_limit');
    await retry({ method: 'card', ...typedCard(shop) });
    await runPlans(shop);
    const { subscription } = await lookAtPlan(shop, buyer);
    expect(subscription.status).toBe('active');
    expect((await cardsOf(shop, buyer)).map(({ state }) => state)).toEqual(['active']);
  });

  it('row 46: is locked after five refused cards without the advice of a way that it does not take', async () => {
    const plan = await storePlan(shop.app);
    const buyer = await signInBuyer(shop.app);
    const { order } = await orderPlan(shop, buyer, plan, { method: 'card', ...typedCard(shop, 'G02') });
    await runPlans(shop);
    const retry = (json: object) =>
      shop.app.call('POST', `/api/shop/order/${order.id}/retry/`, { token: buyer.token, json });
    for (let turn = 1; turn < 5; turn += 1) {
      await retry({ method: 'card', ...typedCard(shop, 'G12') });
      await runPlans(shop);
    }
    const anew = await openCheckout(shop.app, buyer, {
      method: 'card',
      plan: `plan-${plan.id}`,
      ...typedCard(shop),
    });
    for (const refused of [
      retry({ method: 'card', ...typedCard(shop) }),
      confirmCheckout(shop.app, buyer, anew),
    ]) {
      const { code, detail } = await bodyOf<FailureBody>(refused);
      expect([code, detail]).toEqual(['card_locked', expect.stringContaining('以降に、もう一度')]);
      expect(detail).not.toMatch(/コンビニ|銀行振込/);
    }
  });

  it('that nobody paid after all leaves nothing, and can be ordered again at once', async () => {
    const plan = await storePlan(shop.app);
    const buyer = await signInBuyer(shop.app);
    await orderPlan(shop, buyer, plan, { method: 'card', ...typedCard(shop, 'G02') });
    await runPlans(shop);
    await orderPlan(shop, buyer, plan, { method: 'card', ...typedCard(shop) });
    await runPlans(shop);
    const { subscription } = await lookAtPlan(shop, buyer);
    expect(subscription.status).toBe('active');
    expect(heldOf(shop)).toBe(2980);
  });
});

describe('a plan whose kept card is refused, and that is paid by a new one', () => {
  const add = ({ token }: SignedIn) =>
    shop.app.call('POST', '/accounts/card/', { token, json: typedCard(shop) });

  /** Somebody with some kept cards, the first of which was refused for a plan. */
  const refusedWith = async (kept: number) => {
    const buyer = await signInBuyer(shop.app);
    for (let n = 0; n < kept; n += 1) {
      expect((await add(buyer)).status).toBe(202);
      await runPlans(shop);
    }
    const [first] = await cardsOf(shop, buyer);
    shop.gateway.faults([{ fault: 'error:42G020000', on: 'ExecTran', nth: 1 }]);
    const paying = { method: 'card' as const, card_id: first?.id ?? 0 };
    const { order } = await orderPlan(shop, buyer, await storePlan(shop.app), paying);
    await runPlans(shop);
    expect((await readOrder(shop.app, buyer, order.id)).status).toBe('failed');
    shop.gateway.faults([]);
    const retry = (json: object) =>
      shop.app.call('POST', `/api/shop/order/${order.id}/retry/`, {
        token: buyer.token,
        json: { method: 'card', ...json },
      });
    return { buyer, first, retry };
  };

  it('is charged to the new one from then on', async () => {
    const { buyer, first, retry } = await refusedWith(1);
    expect((await retry(typedCard(shop))).status).toBe(200);
    await runPlans(shop);
    const { subscription } = await lookAtPlan(shop, buyer);
    const kept = (await cardsOf(shop, buyer)).at(-1);
    expect([subscription.status, subscription.cardId]).toEqual(['active', kept?.id]);
    expect(kept?.id).not.toBe(first?.id);
  });

  it('asks for room before anything is charged, when no further card can be kept', async () => {
    const { buyer, first, retry } = await refusedWith(cardLimit);
    expect(await refusalOf(retry(typedCard(shop)))).toBe('409 card_limit');
    await runPlans(shop);
    expect([(await lookAtPlan(shop, buyer)).status, heldOf(shop)]).toEqual(['starting', 0]);
    const second = (await cardsOf(shop, buyer))[1];
    expect((await retry({ card_id: second?.id })).status).toBe(200);
    await runPlans(shop);
    const { subscription } = await lookAtPlan(shop, buyer);
    expect([subscription.status, subscription.cardId]).toEqual(['active', second?.id]);
    expect(second?.id).not.toBe(first?.id);
  });

  it.each([
    { name: 'whose place was taken meanwhile', kept: cardLimit - 1, isTaken: true },
    { name: 'that the gateway does not keep', kept: 1, isTaken: false },
  ])('$name: asks for a card, and never charges the refused one', async ({ kept, isTaken }) => {
    const { buyer, retry } = await refusedWith(kept);
    expect((await retry(typedCard(shop))).status).toBe(200);
    if (isTaken) expect((await add(buyer)).status).toBe(202);
    else shop.gateway.faults([{ fault: 'error:E61010001', on: 'TradedCard' }]);
    await runPlans(shop);
    const { subscription } = await lookAtPlan(shop, buyer);
    expect([subscription.status, subscription.cardId]).toEqual(['active', null]);
    expect(await planMails(shop)).toEqual(['started', 'card_missing']);
    await goTo(shop, '2026-05-10T09:31');
    expect((await lookAtPlan(shop, buyer)).subscription).toMatchObject({
      status: 'past_due',
      needsCard: true,
    });
    expect(heldOf(shop)).toBe(2980);
  });
});

describe('who may order a plan', () => {
  it('row 17: not who has one of its family, nor who is ordering it already', async () => {
    const plan = await storePlan(shop.app);
    const yearly = await storePlan(shop.app, { family: plan.family, interval: 'year', price: 29_800 });
    const buyer = await signInBuyer(shop.app);
    const second = await offer(buyer, yearly.id);
    await orderPlan(shop, buyer, plan, { method: 'card', ...typedCard(shop, 'challenge') });
    await runPlans(shop);
    expect(await refusalOf(confirmCheckout(shop.app, buyer, second))).toBe('409 payment_checking');
    await prove(shop, (await lookAtPlan(shop, buyer)).attempts[0]?.gatewayOrderId ?? '');
    await runPlans(shop);
    await expect(offer(buyer, yearly.id)).rejects.toThrow('already_owned');
    expect(heldOf(shop)).toBe(2980);
  });

  it('not by another way than a card, not under 18, not what is off sale', async () => {
    const plan = await storePlan(shop.app);
    const buyer = await signInBuyer(shop.app);
    const pay = (who: SignedIn, method: 'card' | 'bank') =>
      openCheckout(shop.app, who, { method, plan: `plan-${plan.id}`, ...typedCard(shop) });
    await expect(pay(buyer, 'bank')).rejects.toThrow('method_limit');
    await expect(pay(await signInBuyer(shop.app, { birthDate: '2010-04-02' }), 'card')).rejects.toThrow(
      'guardian_required',
    );
    await shop.app.db.update(plans).set({ withdrawn: new Date() }).where(eq(plans.id, plan.id));
    await expect(pay(buyer, 'card')).rejects.toThrow('not_on_sale');
  });

  it('nobody where no gateway is: nothing is offered, nothing can be ordered', async () => {
    const { gateway } = shop.app.deps;
    const bare = await createTestApp({ gateway: noGateway() });
    const plan = await storePlan(bare, { trialDays: 7 });
    const buyer = await signInBuyer(bare);
    const list = await bodyOf<{ results: { is_on_sale: boolean }[] }>(bare.call('GET', '/api/shop/plan/'));
    expect(list.results).toMatchObject([{ is_on_sale: false }]);
    const paying = { method: 'card' as const, plan: `plan-${plan.id}`, ...typedCard(shop) };
    await expect(openCheckout(bare, buyer, paying)).rejects.toThrow('method_closed');
    expect(gateway.capabilities.card).not.toBeNull();
  });

  it('row 18: a price that was raised meanwhile is shown first', async () => {
    const plan = await storePlan(shop.app);
    const buyer = await signInBuyer(shop.app);
    const seen = await offer(buyer, plan.id);
    await shop.app.db.update(plans).set({ price: 3480 }).where(eq(plans.id, plan.id));
    const answer = await confirmCheckout(shop.app, buyer, seen);
    expect(answer.status).toBe(412);
    const { changes, checkout } = await bodyOf<{ changes: { after: string }[]; checkout: CheckoutBody }>(
      answer,
    );
    expect(changes.map(({ after }) => after).join()).toContain('3,480円');
    expect((await confirmCheckout(shop.app, buyer, checkout)).status).toBe(201);
  });
});

describe('a trial', () => {
  it('is free for seven full days, with a card that was checked, and ends at midnight', async () => {
    const plan = await storePlan(shop.app, { trialDays: 7 });
    const buyer = await signInBuyer(shop.app);
    const { order, state } = await orderPlan(shop, buyer, plan, {
      method: 'card',
      ...typedCard(shop, 'challenge'),
    });
    expect([order.total, state.next]).toEqual([0, 'poll']);
    await runPlans(shop);
    const asked = () =>
      bodyOf<{ next: string; is_uncharged: boolean }>(
        shop.app.call('GET', `/api/shop/order/${order.id}/status/`, { token: buyer.token }),
      );
    expect(await asked()).toMatchObject({ next: '3ds', is_uncharged: true });
    expect((await lookAtPlan(shop, buyer)).library).toEqual([]);
    await prove(shop, (await cardsOf(shop, buyer))[0]?.gatewayOrderId ?? '');
    await runPlans(shop);
    expect(await asked()).toMatchObject({ next: 'done' });
    const { subscription, periods, library } = await lookAtPlan(shop, buyer);
    expect(subscription).toMatchObject({ status: 'trialing', dueOn: '2026-04-18', anchorDay: 18 });
    expect(subscription.trialEndAt).toEqual(iso('2026-04-18T00:00:00'));
    expect(subscription.nextActionAt?.getTime()).toBeGreaterThanOrEqual(iso('2026-04-18T09:00:00').getTime());
    expect(periods).toMatchObject([{ n: 0, state: 'trial' }]);
    expect(library).toHaveLength(1);
    expect(heldOf(shop)).toBe(0);
    expect(await planMails(shop)).toEqual(['trial_started']);
  });

  it('does not begin where the owner did not prove themselves', async () => {
    const plan = await storePlan(shop.app, { trialDays: 7 });
    const buyer = await signInBuyer(shop.app);
    const { order } = await orderPlan(shop, buyer, plan, { method: 'card', ...typedCard(shop, 'challenge') });
    await runPlans(shop);
    await prove(shop, (await cardsOf(shop, buyer))[0]?.gatewayOrderId ?? '', 'fail');
    await runPlans(shop);
    const answer = shop.app.call('GET', `/api/shop/order/${order.id}/status/`, { token: buyer.token });
    expect(await bodyOf(answer)).toMatchObject({ next: 'failed', failure: 'tds', is_uncharged: true });
    expect((await lookAtPlan(shop, buyer)).status).toBe('ended');
    expect((await offer(buyer, plan.id)).plan?.is_trial).toBe(true);
  });

  it('by a kept card asks its owner for the proof first, and charges nothing', async () => {
    const plan = await storePlan(shop.app, { trialDays: 7 });
    const buyer = await signInBuyer(shop.app);
    const json = typedCard(shop, 'challenge');
    await shop.app.call('POST', '/accounts/card/', { token: buyer.token, json });
    await runPlans(shop);
    await prove(shop, (await cardsOf(shop, buyer))[0]?.gatewayOrderId ?? '');
    await runPlans(shop);
    const [kept] = await cardsOf(shop, buyer);
    const { order, state } = await orderPlan(shop, buyer, plan, { method: 'card', card_id: kept?.id ?? 0 });
    expect([order.total, state.next]).toEqual([0, 'poll']);
    await runPlans(shop);
    expect((await lookAtPlan(shop, buyer)).status).toBe('starting');
    const path = `/accounts/card/${kept?.id}/`;
    expect(await refusalOf(shop.app.call('DELETE', path, { token: buyer.token }))).toBe('409 card_in_use');
    const proof = (await cardsOf(shop, buyer))[1];
    expect(shop.gateway.trade(proof?.gatewayOrderId ?? '')).toMatchObject({
      jobCd: 'CHECK',
      isProofWanted: true,
      memberId: kept?.memberId,
    });
    await prove(shop, proof?.gatewayOrderId ?? '');
    await runPlans(shop);
    const { subscription } = await lookAtPlan(shop, buyer);
    expect(subscription).toMatchObject({ status: 'trialing', cardId: kept?.id });
    const list = await bodyOf<{ cards: object[] }>(
      shop.app.call('GET', '/accounts/card/', { token: buyer.token }),
    );
    expect([list.cards.length, shop.gateway.asked('TradedCard'), heldOf(shop)]).toEqual([1, 1, 0]);
  });

  it('by a kept card whose owner fails the proof does not begin', async () => {
    const plan = await storePlan(shop.app, { trialDays: 7 });
    const buyer = await signInBuyer(shop.app);
    const json = typedCard(shop, 'challenge');
    await shop.app.call('POST', '/accounts/card/', { token: buyer.token, json });
    await runPlans(shop);
    await prove(shop, (await cardsOf(shop, buyer))[0]?.gatewayOrderId ?? '');
    await runPlans(shop);
    const [kept] = await cardsOf(shop, buyer);
    const { order } = await orderPlan(shop, buyer, plan, { method: 'card', card_id: kept?.id ?? 0 });
    await runPlans(shop);
    await prove(shop, (await cardsOf(shop, buyer))[1]?.gatewayOrderId ?? '', 'fail');
    await runPlans(shop);
    expect(await readOrder(shop.app, buyer, order.id)).toMatchObject({ status: 'canceled' });
    expect((await lookAtPlan(shop, buyer)).status).toBe('ended');
    expect((await cardsOf(shop, buyer)).map(({ state }) => state)).toEqual(['active', 'failed']);
    expect((await offer(buyer, plan.id)).plan?.is_trial).toBe(true);
  });

  it('is had once a card, whosever account it is: nothing begins, and the price is offered', async () => {
    await shop.gateway.stop();
    shop = await openTestShop('gmo');
    const plan = await storePlan(shop.app, { trialDays: 7 });
    const [one, two] = [await signInBuyer(shop.app), await signInBuyer(shop.app)];
    await orderPlan(shop, one, plan, { method: 'card', ...typedCard(shop) });
    await runPlans(shop);
    expect((await lookAtPlan(shop, one)).status).toBe('trialing');
    const { order } = await orderPlan(shop, two, plan, { method: 'card', ...typedCard(shop) });
    await runPlans(shop);
    expect((await lookAtPlan(shop, two)).status).toBe('ended');
    const answer = shop.app.call('GET', `/api/shop/order/${order.id}/status/`, { token: two.token });
    expect(await bodyOf(answer)).toMatchObject({ next: 'failed', failure: 'trial_used', is_uncharged: true });
    const [kept] = await cardsOf(shop, two);
    const paying = { method: 'card' as const, plan: `plan-${plan.id}`, card_id: kept?.id ?? 0 };
    const shown = (await openCheckout(shop.app, two, paying)) as Offer;
    expect([shown.plan?.is_trial, shown.total]).toEqual([false, 2980]);
    const other = await signInBuyer(shop.app);
    const card = { ...typedCard(shop), gmo_token: shop.gateway.token('frictionless', { expire: '3811' }) };
    await orderPlan(shop, other, plan, { method: 'card', ...card });
    await runPlans(shop);
    expect((await lookAtPlan(shop, other)).status).toBe('trialing');
  });

  it('row 90: is had once: a new account with the same guardian sees the price before it orders', async () => {
    const plan = await storePlan(shop.app, { trialDays: 7 });
    const guardian = {
      name: '山田 恵子',
      nameKana: 'ヤマダ ケイコ',
      email: 'keiko@example.com',
      phone: '09011112222',
    };
    const asked = { relation: 'mother', status: 'confirmed', requested: new Date(), expires: new Date() };
    const withGuardian = async (email: string, phone: string) => {
      const buyer = await signInBuyer(shop.app);
      const row = { ...guardian, ...asked, email, phone, userId: buyer.id, tokenHash: `t${buyer.id}` };
      await shop.app.db.insert(guardians).values(row);
      return buyer;
    };
    const first = await withGuardian('keiko@example.com', '09011112222');
    expect((await offer(first, plan.id)).plan?.is_trial).toBe(true);
    await orderPlan(shop, first, plan, { method: 'card', ...typedCard(shop) });
    await runPlans(shop);
    for (const [email, phone] of [
      ['KEIKO@example.com', '09099998888'],
      ['other@example.com', '090-1111-2222'],
    ] as const) {
      const second = await withGuardian(email, phone);
      const shown = await offer(second, plan.id);
      expect([shown.plan?.is_trial, shown.total]).toEqual([false, 2980]);
      const list = await bodyOf<{ results: { id: number; trial_days: number | null }[] }>(
        shop.app.call('GET', '/api/shop/plan/', { token: second.token }),
      );
      expect(list.results.find(({ id }) => id === plan.id)?.trial_days).toBeNull();
    }
    const stranger = await withGuardian('third@example.com', '09033334444');
    expect((await offer(stranger, plan.id)).plan?.is_trial).toBe(true);
  });

  it('row 90: that another order has taken meanwhile is not given: the price is shown first', async () => {
    const plan = await storePlan(shop.app, { trialDays: 7 });
    const [one, two] = [await signInBuyer(shop.app), await signInBuyer(shop.app)];
    const seen = await offer(two, plan.id);
    await shop.app.db
      .update(users)
      .set({ email: `${one.id}@example.com` })
      .where(eq(users.id, one.id));
    await shop.app.db.insert(guardians).values({
      userId: two.id,
      name: '山田',
      nameKana: 'ヤマダ',
      email: `${one.id}@example.com`,
      phone: '09055556666',
      relation: 'mother',
      status: 'confirmed',
      tokenHash: 't',
      requested: new Date(),
      expires: new Date(),
    });
    await orderPlan(shop, one, plan, { method: 'card', ...typedCard(shop) });
    await runPlans(shop);
    expect(await refusalOf(confirmCheckout(shop.app, two, seen))).toBe('412 price_changed');
    expect((await cardsOf(shop, two)).length).toBe(0);
  });
});

describe('a plan that is offered before midnight', () => {
  type Changed = { code?: string; changes: { before: string; after: string }[]; checkout: Offer };
  const late = async (trialDays: number) => {
    await goTo(shop, '2027-01-31T23:50');
    const plan = await storePlan(shop.app, { trialDays });
    const buyer = await signInBuyer(shop.app);
    return { buyer, seen: await offer(buyer, plan.id) };
  };
  const renew = ({ token }: SignedIn, { checkout_id }: Offer) =>
    bodyOf<Changed>(shop.app.call('POST', `/api/shop/checkout/${checkout_id}/renew/`, { token }));
  const firstCharge = ({ confirm }: Offer) =>
    /(?:次回|初回)のお支払い: \S+?日/.exec(confirm.flatMap(({ lines }) => lines).join('\n'))?.[0];

  it.each([
    {
      trialDays: 0,
      read: '次回のお支払い: 2027年2月28日',
      now: '次回のお支払い: 2027年3月1日',
      dueOn: '2027-03-01',
    },
    {
      trialDays: 7,
      read: '初回のお支払い: 2027年2月8日',
      now: '初回のお支払い: 2027年2月9日',
      dueOn: '2027-02-09',
    },
  ])(
    'and ordered after it: with $trialDays free days, the dates of the contract are read first',
    async (days) => {
      const { buyer, seen } = await late(days.trialDays);
      expect(firstCharge(seen)).toBe(days.read);
      await goTo(shop, '2027-02-01T00:05');
      const refused = await bodyOf<Changed>(confirmCheckout(shop.app, buyer, seen));
      expect(refused.code).toBe('price_changed');
      expect(
        refused.changes.map(({ before, after }) => [before.includes(days.read), after.includes(days.now)]),
      ).toEqual([[true, true]]);
      const { checkout } = refused;
      expect(firstCharge(checkout)).toBe(days.now);
      expect((await confirmCheckout(shop.app, buyer, checkout)).status).toBe(201);
      await runPlans(shop);
      const { subscription } = await lookAtPlan(shop, buyer);
      expect(subscription.dueOn).toBe(days.dueOn);
      expect(checkout.plan).toMatchObject({
        next_charge_at: iso(`${days.dueOn}T09:00:00`).toISOString(),
        trial_end_at: subscription.trialEndAt?.toISOString() ?? null,
      });
    },
  );

  it('and prolonged: the same offer on its day, a new one with the new dates afterwards', async () => {
    const { buyer, seen } = await late(0);
    await goTo(shop, '2027-01-31T23:58');
    expect(await renew(buyer, seen)).toMatchObject({
      changes: [],
      checkout: { checkout_id: seen.checkout_id },
    });
    await goTo(shop, '2027-02-01T00:05');
    const { changes, checkout } = await renew(buyer, seen);
    expect(changes).toHaveLength(1);
    expect(checkout.checkout_id).not.toBe(seen.checkout_id);
    expect(firstCharge(checkout)).toBe('次回のお支払い: 2027年3月1日');
    expect((await confirmCheckout(shop.app, buyer, checkout)).status).toBe(201);
  });
});
