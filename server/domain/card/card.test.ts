import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gatewayCommands, gatewayEvents, moneyTasks } from '../../db/schema/order.ts';
import { cards } from '../../db/schema/subscription.ts';
import { transaction } from '../../db/transaction.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import { openTestShop, order, readOrder, signInBuyer, type TestShop } from '../../testing/buyer.ts';
import { storeGoods } from '../../testing/goods.ts';
import {
  act,
  cardLines,
  cardsOf,
  heldOf,
  lookAtPlan,
  orderPlan,
  prove,
  runPlans,
  storePlan,
  subscribe,
  typedCard,
} from '../../testing/plans.ts';
import { noteOf, notify } from '../../testing/shop.ts';
import { takeAtOnce } from '../../testing/takeAtOnce.ts';
import { testDbKind } from '../../testing/testDb.ts';
import type { SignedIn } from '../../testing/users.ts';
import { workList } from '../operator/worklist.ts';
import { applyCardOutcome } from './apply.ts';
import { claimCardCommands } from './commands.ts';
import { cardFailed } from './end.ts';
import type { CardOutcome } from './send.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.gateway.stop());

const minute = 60_000;
type StatusBody = {
  card: number;
  state: string;
  next: string;
  redirect_url: string | null;
  failure: string | null;
  error_code: string | null;
};
type CardBody = {
  id: number;
  last4: string;
  exp_year: number;
  is_default: boolean;
  is_in_use: boolean;
  state: string;
};

const add = ({ token }: SignedIn, json: unknown = typedCard(shop)) =>
  shop.app.call('POST', '/accounts/card/', { token, json });
const status = ({ token }: SignedIn, id: number) =>
  bodyOf<StatusBody>(shop.app.call('GET', `/accounts/card/${id}/status/`, { token }));
const list = async ({ token }: SignedIn) =>
  (await bodyOf<{ cards: CardBody[] }>(shop.app.call('GET', '/accounts/card/', { token }))).cards;
const remove = ({ token }: SignedIn, id: number) =>
  shop.app.call('DELETE', `/accounts/card/${id}/`, { token });

/** A card that is kept, added on the page. */
async function kept(buyer: SignedIn): Promise<number> {
  const { card } = await bodyOf<StatusBody>(add(buyer));
  await runPlans(shop);
  return card;
}

async function later(milliseconds: number) {
  shop.app.clock.advance(milliseconds);
  await runPlans(shop);
}

describe('a card that is added', () => {
  it('is checked with its owner at the bank, kept, and charged nothing', async () => {
    const buyer = await signInBuyer(shop.app);
    const answer = await add(buyer, typedCard(shop, 'challenge'));
    expect(answer.status).toBe(202);
    const { card } = await bodyOf<StatusBody>(answer);
    await runPlans(shop);
    expect(await status(buyer, card)).toMatchObject({ state: 'pending', next: '3ds' });
    const [row] = await cardsOf(shop, buyer);
    expect(row?.secret).toBeNull();
    const back = await prove(shop, row?.gatewayOrderId ?? '');
    expect(back.headers.get('Location')).toBe(`/payment/gmo?r=${row?.returnRef}`);
    await runPlans(shop);
    expect(await status(buyer, card)).toMatchObject({ state: 'active', next: 'done' });
    expect(await list(buyer)).toMatchObject([
      { last4: '1111', exp_year: 2039, is_default: true, is_in_use: false },
    ]);
    expect(await cardLines(shop, card)).toEqual([
      'card_entry 1 done',
      'card_exec 1 done',
      'card_finish 1 done',
      'card_member 1 done',
      'card_keep 1 done',
    ]);
    expect(heldOf(shop)).toBe(0);
  });

  it('is known when the gateway tells of its check: nothing of it waits for the operator', async () => {
    const buyer = await signInBuyer(shop.app);
    await kept(buyer);
    const [row] = await cardsOf(shop, buyer);
    expect((await notify(shop, noteOf(shop, row?.gatewayOrderId ?? ''))).status).toBe(200);
    const events = await shop.app.db.select().from(gatewayEvents);
    expect(events.map(({ state, attemptId }) => [state, attemptId])).toEqual([['matched', null]]);
  });

  it('tells who comes back without a login how it stands, and nothing else', async () => {
    const buyer = await signInBuyer(shop.app);
    await add(buyer);
    await runPlans(shop);
    const [row] = await cardsOf(shop, buyer);
    const answer = await shop.app.call('GET', `/api/payment/gmo/result/${row?.returnRef}/`);
    expect(await bodyOf(answer)).toEqual({
      next: 'done',
      failure: null,
      is_uncharged: true,
      to: '/mypage/settings/card',
    });
  });

  it('fails where the bank says no, and after 20 minutes at the bank', async () => {
    const buyer = await signInBuyer(shop.app);
    const { card } = await bodyOf<StatusBody>(add(buyer, typedCard(shop, 'G12')));
    await runPlans(shop);
    expect(await status(buyer, card)).toMatchObject({
      state: 'failed',
      next: 'failed',
      failure: 'not_accepted',
      error_code: '42G120000',
    });
    // A word of ours in the place of the gateway's code is no code.
    await shop.app.db.update(cards).set({ errorCode: 'redirect_host' });
    expect(await status(buyer, card)).toMatchObject({ next: 'failed', error_code: null });
    const { card: other } = await bodyOf<StatusBody>(add(buyer, typedCard(shop, 'challenge')));
    await runPlans(shop);
    await later(11 * minute);
    await later(10 * minute);
    expect(await status(buyer, other)).toMatchObject({ state: 'failed', failure: 'tds' });
  });

  it.runIf(testDbKind === 'postgres')(
    'row 117: what one process asks of its bank is not asked by another, which does not wait for it',
    async () => {
      await add(await signInBuyer(shop.app));
      const { deps, db } = shop.app;
      const taken = await takeAtOnce(db, (one) => claimCardCommands({ ...deps, db: one }, 1));
      expect([taken.mine.length, taken.others, taken.hasWaited]).toEqual([1, [], false]);
    },
  );

  it('row 46: five refused ones lock card payment', async () => {
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app));
    for (let turn = 0; turn < 5; turn += 1) {
      await add(buyer, typedCard(shop, 'G12'));
      await runPlans(shop);
    }
    // Nor can a card be tried by way of a plan. No other way is advised where only a card will do.
    for (const refused of [add(buyer), act(shop, buyer, id, 'card', typedCard(shop))]) {
      const { code, detail } = await bodyOf<FailureBody>(refused);
      expect([code, detail]).toEqual([
        'card_locked',
        expect.stringMatching(
          /^カードを続けて確認できませんでした。\d+:\d\d以降に、もう一度お試しください。$/,
        ),
      ]);
    }
  });

  it('is the sixth that is too many, and the first is offered first until another is chosen', async () => {
    const buyer = await signInBuyer(shop.app);
    const ids: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) ids.push(await kept(buyer));
    expect(await refusalOf(add(buyer))).toBe('409 card_limit');
    expect((await list(buyer)).find(({ is_default }) => is_default)?.id).toBe(ids[0]);
    const json = { is_default: true };
    await shop.app.call('PATCH', `/accounts/card/${ids[3]}/`, { token: buyer.token, json });
    expect((await list(buyer)).filter(({ is_default }) => is_default).map(({ id }) => id)).toEqual([ids[3]]);
  });

  it('is in use while a subscription is charged to it, and no other one is', async () => {
    const buyer = await signInBuyer(shop.app);
    await orderPlan(shop, buyer, await storePlan(shop.app), { method: 'card', ...typedCard(shop) });
    await runPlans(shop);
    const other = await kept(buyer);
    expect((await list(buyer)).map(({ id, is_in_use }) => is_in_use === (id !== other))).toEqual([
      true,
      true,
    ]);
  });

  it('row 112: is nobody else’s', async () => {
    const card = await kept(await signInBuyer(shop.app));
    const other = await signInBuyer(shop.app);
    const path = `/accounts/card/${card}/`;
    const { token } = other;
    expect((await shop.app.call('GET', `${path}status/`, { token })).status).toBe(404);
    expect((await shop.app.call('PATCH', path, { token, json: { is_default: true } })).status).toBe(404);
    expect((await remove(other, card)).status).toBe(404);
  });
});

describe('replies that get lost', () => {
  it.each(['SaveMember', 'TradedCard'])(
    'row 95: %s happened: the member’s cards tell, and it is kept once',
    async (on) => {
      const buyer = await signInBuyer(shop.app);
      shop.gateway.faults([{ fault: 'drop_after', on, nth: 1 }]);
      const { card } = await bodyOf<StatusBody>(add(buyer));
      await runPlans(shop);
      expect(await status(buyer, card)).toMatchObject({ state: 'pending', next: 'poll' });
      await later(2 * minute);
      expect(await status(buyer, card)).toMatchObject({ state: 'active' });
      expect(shop.gateway.asked('TradedCard')).toBe(1);
      expect(shop.gateway.asked('EntryTran')).toBe(1);
    },
  );

  it('row 59: of a member, and it comes when the keeping is unknown, too: that one is still searched for', async () => {
    const buyer = await signInBuyer(shop.app);
    shop.gateway.faults([
      { fault: 'drop_after', on: 'SaveMember', nth: 1 },
      { fault: 'drop_after', on: 'TradedCard', nth: 1 },
    ]);
    const { card } = await bodyOf<StatusBody>(add(buyer));
    await runPlans(shop);
    await later(2 * minute);
    const isUnknown = (line: string) => line.endsWith('unknown');
    expect((await cardLines(shop, card)).filter(isUnknown)).toEqual([
      'card_member 1 unknown',
      'card_keep 1 unknown',
    ]);
    const [row] = await cardsOf(shop, buyer);
    const [asked] = await shop.app.db
      .select()
      .from(gatewayCommands)
      .where(eq(gatewayCommands.kind, 'card_member'));
    if (!row || !asked) throw new Error('no card');
    const claimed = { id: asked.id, cardId: card, kind: 'card_member', n: 1 } as const;
    await applyCardOutcome(shop.app.deps, row, claimed, { kind: 'member_made' });
    await later(2 * minute);
    expect(await status(buyer, card)).toMatchObject({ state: 'active' });
    expect((await cardLines(shop, card)).filter(isUnknown)).toEqual([]);
  });

  it('of a card that is over: nobody searches for it, so its command does not stay unknown', async () => {
    const { db, deps } = shop.app;
    const buyer = await signInBuyer(shop.app);
    const { card: id } = await bodyOf<StatusBody>(add(buyer));
    const reply = async (outcome: CardOutcome) => {
      const [claimed] = await claimCardCommands(deps, 1);
      const [card] = await cardsOf(shop, buyer);
      if (!claimed || !card) throw new Error('nothing is sent');
      return { card, come: () => applyCardOutcome(deps, card, claimed, outcome) };
    };
    await (await reply({ kind: 'entered', access: { id: 'a', pass: 'p' } })).come();
    const late = await reply({ kind: 'unknown', why: 'timeout', codes: [], alarm: false });
    const why = { failure: 'tds', errorCode: null } as const;
    await transaction(db, (tx) => cardFailed(tx, deps, late.card, why));
    await late.come();
    expect(await cardLines(shop, id)).toEqual(['card_entry 1 done', 'card_exec 1 done']);
    expect(await cardsOf(shop, buyer)).toMatchObject([
      { state: 'failed', isUnknown: false, nextCheckAt: null },
    ]);
  });

  it('row 95: of a trial: it begins, with one check and one card', async () => {
    const plan = await storePlan(shop.app, { trialDays: 7 });
    const buyer = await signInBuyer(shop.app);
    shop.gateway.faults([{ fault: 'drop_after', on: 'TradedCard', nth: 1 }]);
    const made = await orderPlan(shop, buyer, plan, { method: 'card', ...typedCard(shop) });
    await runPlans(shop);
    expect((await lookAtPlan(shop, buyer)).status).toBe('starting');
    await later(2 * minute);
    expect((await lookAtPlan(shop, buyer)).status).toBe('trialing');
    expect(await readOrder(shop.app, buyer, made.order.id)).toMatchObject({ status: 'paid', total: 0 });
    expect([shop.gateway.asked('EntryTran'), shop.gateway.asked('TradedCard')]).toEqual([1, 1]);
  });

  it('of a keeping that never happened: not kept, a trial does not begin and may be tried again', async () => {
    const plan = await storePlan(shop.app, { trialDays: 7 });
    const buyer = await signInBuyer(shop.app);
    shop.gateway.faults([{ fault: 'drop_before', on: 'TradedCard', nth: 1 }]);
    const made = await orderPlan(shop, buyer, plan, { method: 'card', ...typedCard(shop) });
    await runPlans(shop);
    for (let turn = 0; turn < 4; turn += 1) await later(5 * minute);
    expect(await readOrder(shop.app, buyer, made.order.id)).toMatchObject({ status: 'canceled' });
    expect((await lookAtPlan(shop, buyer)).status).toBe('ended');
    const again = await orderPlan(shop, buyer, plan, { method: 'card', ...typedCard(shop) });
    await runPlans(shop);
    expect(await readOrder(shop.app, buyer, again.order.id)).toMatchObject({ status: 'paid', total: 0 });
  });

  it('of the check’s entry: it is entered anew', async () => {
    const buyer = await signInBuyer(shop.app);
    shop.gateway.faults([{ fault: 'drop_after', on: 'EntryTran', nth: 1 }]);
    const { card } = await bodyOf<StatusBody>(add(buyer));
    await runPlans(shop);
    expect(await status(buyer, card)).toMatchObject({ state: 'active' });
    expect((await cardLines(shop, card)).slice(0, 2)).toEqual(['card_entry 1 done', 'card_entry 2 done']);
  });
});

describe('a kept card', () => {
  it('pays an order after its owner has proved themselves', async () => {
    const buyer = await signInBuyer(shop.app);
    const card_id = await kept(buyer);
    const goods = await storeGoods(shop.app.deps);
    const made = await order(shop.app, buyer, [goods], { method: 'card', card_id });
    await runPlans(shop);
    expect(await readOrder(shop.app, buyer, made.id)).toMatchObject({ status: 'paid' });
    const trade = shop.gateway.trade(`${made.order_no}-01`);
    expect(trade?.isProofWanted).toBe(true);
    expect(trade?.memberId).not.toBe('');
  });

  it('comes of a payment by wish', async () => {
    const buyer = await signInBuyer(shop.app);
    const goods = await storeGoods(shop.app.deps);
    await order(shop.app, buyer, [goods], { method: 'card', ...typedCard(shop), save_card: true });
    await runPlans(shop);
    expect(await list(buyer)).toMatchObject([{ state: 'active', is_default: true }]);
    const other = await storeGoods(shop.app.deps);
    await order(shop.app, buyer, [other], { method: 'card', ...typedCard(shop) });
    await runPlans(shop);
    expect(await list(buyer)).toHaveLength(1);
  });

  it('that is over, or somebody else’s, is no way to pay', async () => {
    const buyer = await signInBuyer(shop.app);
    const card_id = await kept(buyer);
    const goods = await storeGoods(shop.app.deps);
    const pay = (who: SignedIn) => order(shop.app, who, [goods], { method: 'card', card_id });
    await expect(pay(await signInBuyer(shop.app))).rejects.toThrow('checkout: 400');
    await shop.app.db.update(cards).set({ expiry: '2603' }).where(eq(cards.id, card_id));
    await expect(pay(buyer)).rejects.toThrow('有効期限');
  });

  it('row 88: stays the right one after another was deleted', async () => {
    const buyer = await signInBuyer(shop.app);
    const first = await kept(buyer);
    const { card: second } = await bodyOf<StatusBody>(add(buyer, typedCard(shop, 'challenge')));
    await runPlans(shop);
    await prove(shop, (await cardsOf(shop, buyer))[1]?.gatewayOrderId ?? '');
    await runPlans(shop);
    expect((await remove(buyer, first)).status).toBe(204);
    await runPlans(shop);
    expect((await list(buyer)).map(({ id, is_default }) => [id, is_default])).toEqual([[second, true]]);
    const goods = await storeGoods(shop.app.deps);
    const made = await order(shop.app, buyer, [goods], { method: 'card', card_id: second });
    await runPlans(shop);
    expect(shop.gateway.trade(`${made.order_no}-01`)?.face?.last4).toBe('1111');
  });

  it('cannot be deleted while a subscription is charged to it', async () => {
    const plan = await storePlan(shop.app);
    const { buyer, id } = await subscribe(shop, plan);
    const [card] = await cardsOf(shop, buyer);
    expect(await refusalOf(remove(buyer, card?.id ?? 0))).toBe('409 card_in_use');
    await act(shop, buyer, id, 'card', typedCard(shop));
    await runPlans(shop);
    expect((await remove(buyer, card?.id ?? 0)).status).toBe(204);
    await runPlans(shop);
    expect((await cardsOf(shop, buyer)).map(({ state }) => state)).toEqual(['deleted', 'active']);
  });

  it('whose deletion got lost is gone, and the gateway is asked until it is there, too', async () => {
    const buyer = await signInBuyer(shop.app);
    const card = await kept(buyer);
    shop.gateway.faults([{ fault: 'drop_before', on: 'DeleteCard', nth: 1 }]);
    await remove(buyer, card);
    await runPlans(shop);
    expect(await list(buyer)).toEqual([]);
    await later(2 * minute);
    expect((await cardsOf(shop, buyer)).map(({ state }) => state)).toEqual(['deleted']);
    expect(await cardLines(shop, card)).toContain('card_delete 2 done');
  });

  it('whose deletion fails for a fault of ours is listed once, and as unknown from half an hour on', async () => {
    const { deps } = shop.app;
    const { gateway } = deps;
    const buyer = await signInBuyer(shop.app);
    const card = await kept(buyer);
    const [row] = await cardsOf(shop, buyer);
    const unknowns = async () =>
      (await workList(deps)).find(({ title }) => title === '照会中の支払い')?.lines ?? [];
    deps.gateway = { ...gateway, deleteCard: () => Promise.reject(new Error('no way')) };
    await remove(buyer, card);
    await runPlans(shop);
    await later(2 * minute);
    expect((await cardLines(shop, card)).slice(-2)).toEqual([
      'card_delete 1 unknown',
      'card_delete 2 unknown',
    ]);
    expect(await shop.app.db.select().from(moneyTasks)).toMatchObject([
      { kind: 'alarm', orderId: null, detail: { card, command: 'card_delete', code: null } },
    ]);
    expect(await unknowns()).toEqual([]);
    shop.app.clock.advance(28 * minute + 1);
    expect(await unknowns()).toMatchObject([{ orderNo: '-', text: `${row?.gatewayOrderId} card_delete` }]);
    deps.gateway = gateway;
    await runPlans(shop);
    await runPlans(shop);
    expect(await unknowns()).toEqual([]);
  });

  it.each(['EntryTran', 'ExecTran', 'SaveMember', 'TradedCard'])(
    'is not added because of a setting that %s names: the operator is told',
    async (on) => {
      const buyer = await signInBuyer(shop.app);
      shop.gateway.faults([{ fault: 'error:E61010001', on }]);
      const { card } = await bodyOf<StatusBody>(add(buyer));
      await runPlans(shop);
      expect(await status(buyer, card)).toMatchObject({ state: 'failed' });
      expect(await shop.app.db.select().from(moneyTasks)).toMatchObject([
        { kind: 'alarm', orderId: null, detail: { card, code: 'E61010001' } },
      ]);
    },
  );
});
