import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../cli/command.ts';
import { serverCommands } from '../../cli/registry.ts';
import { inventories, watchHistories } from '../../db/schema/learning.ts';
import { documents, type OrderRow, orderItems } from '../../db/schema/order.ts';
import { refunds } from '../../db/schema/refund.ts';
import { transaction } from '../../db/transaction.ts';
import { tellOperator } from '../../domain/operator/remind.ts';
import { lockOrder } from '../../domain/order/lock.ts';
import { forgetAccounts, takeTransfers } from '../../domain/refund/account.ts';
import { noteTransferred } from '../../domain/refund/outcome.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { openTestShop, readOrder, signInBuyer, type TestShop } from '../../testing/buyer.ts';
import { storeCourse } from '../../testing/catalog.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import { takeMails } from '../../testing/mails.ts';
import { by } from '../../testing/moneyDesk.ts';
import { storeSeller } from '../../testing/paidOrders.ts';
import { buy, itemsOfOrder, refundAccount, refundsNow, storeContract, watch } from '../../testing/refunds.ts';
import {
  commandLines,
  day,
  itemsOf,
  lookAt,
  runDue,
  storeOrder,
  tasksOf,
  tryToPay,
} from '../../testing/shop.ts';
import type { SignedIn } from '../../testing/users.ts';

let shop: TestShop;
let app: TestApp;
let buyer: SignedIn;

beforeEach(async () => {
  shop = await openTestShop();
  app = shop.app;
  buyer = await signInBuyer(app);
  await storeSeller(app);
});
afterEach(() => shop.gateway.stop());

type QuoteBody = {
  as_of: string;
  offers: {
    kind: string;
    number: string;
    total: number;
    via: string;
    lines: { item: number; amount: number; fee: number }[];
  }[];
  closed: { kind: string; detail: string }[];
  refunds: {
    id: number;
    state: string;
    amount: number;
    takes_account: boolean;
    account_tail: string | null;
  }[];
};
const path = (id: number) => `/api/shop/order/${id}/`;
const quote = (id: number) =>
  bodyOf<QuoteBody>(app.call('GET', `${path(id)}refund/quote/`, { token: buyer.token }));
const ask = (id: number, json: object) =>
  app.call('POST', `${path(id)}refund/`, { token: buyer.token, json });
const saveAccount = (id: number, json: object = refundAccount) =>
  app.call('PUT', `${path(id)}refund-account/`, { token: buyer.token, json });

/** The quote of an order and the first offer in it. */
async function firstOffer(id: number) {
  const shown = await quote(id);
  const [offer] = shown.offers;
  if (!offer) throw new Error(`no offer: ${JSON.stringify(shown.closed)}`);
  return offer;
}

describe('POST /api/shop/order/{id}/refund/', () => {
  it('gives a whole order back: access ends at once, the card gets its money, papers and mails follow', async () => {
    const { order } = await buy(shop, buyer.id, [4233, 8331]);
    await takeMails(app);
    const { kind, number, total, via } = await firstOffer(order.id);
    expect([kind, total, via]).toEqual(['voluntary', 12_564, 'card']);
    const answer = await ask(order.id, { kind, number, reason: '思っていた内容と違いました' });
    expect(answer.status).toBe(200);
    expect((await bodyOf<QuoteBody>(answer)).refunds).toMatchObject([{ state: 'requested', amount: 12_564 }]);
    const rows = await app.db.select().from(inventories).where(eq(inventories.userId, buyer.id));
    expect(rows.every(({ expireAt }) => expireAt !== null && expireAt.getTime() <= app.clock.now())).toBe(
      true,
    );
    expect(await readOrder(app, buyer, order.id)).toMatchObject({ status: 'refund_requested' });
    const before = await lookAt(shop, order);
    expect(before.balance).toMatchObject({ sales: 0, refund_due: -12_564, clearing_card: 12_564 });
    await runDue(app.deps);
    const after = await lookAt(shop, order);
    expect(after.status).toBe('refunded');
    expect(after.balance).toMatchObject({ sales: 0, refund_due: 0, clearing_card: 0 });
    expect(shop.gateway.held(`${order.orderNo}-01`)).toBe(0);
    expect(await commandLines(shop, after.last.id)).toContain('cancel_all 1 done');
    const papers = await app.db.select().from(documents);
    expect(papers.map(({ kind: paper, number: name }) => [paper, name])).toEqual([
      ['return_invoice', `${order.orderNo}-H1`],
    ]);
    expect((await takeMails(app)).map(({ kind: mail }) => mail)).toEqual([
      'order-refund-asked',
      'order-refund-done',
    ]);
    expect(await tasksOf(shop)).toEqual([]);
  });

  it('row 101: one thing of three goes back; the others stay readable', async () => {
    const { order, items } = await buy(shop, buyer.id, [4233, 8331, 2833]);
    const { kind, number } = await firstOffer(order.id);
    await ask(order.id, { kind, number, items: [items[1]?.id] });
    await runDue(app.deps);
    const now = app.clock.now();
    const rows = await app.db.select().from(inventories).where(eq(inventories.userId, buyer.id));
    const readable = rows.filter(({ expireAt }) => expireAt === null || expireAt.getTime() > now);
    expect(readable.map(({ courseId }) => courseId)).toEqual([items[0]?.courses[0], items[2]?.courses[0]]);
    expect(shop.gateway.held(`${order.orderNo}-01`)).toBe(7066);
    const shown = await readOrder(app, buyer, order.id);
    expect(shown.status).toBe('partially_refunded');
    expect(shown.items.map(({ inventory }) => inventory === null)).toEqual([false, true, false]);
    expect((await itemsOfOrder(shop, order.id)).map(({ refunded }) => refunded)).toEqual([0, 8331, 0]);
  });

  it('row 96: pressed twice at once, there is one refund and one command', async () => {
    const { order } = await buy(shop, buyer.id, [9800]);
    const { kind, number } = await firstOffer(order.id);
    const answers = await Promise.all([ask(order.id, { kind, number }), ask(order.id, { kind, number })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await runDue(app.deps);
    const { last, balance } = await lookAt(shop, order);
    expect(await refundsNow(shop, order.id)).toHaveLength(1);
    expect((await commandLines(shop, last.id)).filter((line) => line.startsWith('cancel_all'))).toHaveLength(
      1,
    );
    expect(balance).toMatchObject({ sales: 0, clearing_card: 0, refund_due: 0 });
    expect(await refusalOf(ask(order.id, { kind, number: 'R000000000000' }))).toBe('409 not_refundable');
  });

  it('row 96: the same press again changes nothing; another choice of an old quote is shown the quote of now', async () => {
    const { order, items } = await buy(shop, buyer.id, [4233, 8331, 2833]);
    const { kind, number } = await firstOffer(order.id);
    const [one, other] = items.map(({ id }) => id);
    for (let turn = 0; turn < 2; turn += 1)
      expect((await ask(order.id, { kind, number, items: [one] })).status).toBe(200);
    await runDue(app.deps);
    for (const more of [{ items: [other] }, { items: [other, one] }, {}]) {
      const answer = await ask(order.id, { kind, number, ...more });
      expect(answer.status).toBe(412);
      const { quote: now } = await bodyOf<{ quote: QuoteBody }>(answer);
      expect(now.offers[0]?.lines.map(({ amount }) => amount)).toEqual([8331, 2833]);
    }
    expect((await ask(order.id, { kind, number, items: [one] })).status).toBe(200);
    const rest = await firstOffer(order.id);
    for (let turn = 0; turn < 2; turn += 1)
      expect((await ask(order.id, { kind, number: rest.number })).status).toBe(200);
    expect((await refundsNow(shop, order.id)).map(({ amount }) => amount)).toEqual([4233, 11_164]);
  });

  it('row 96: a buyer and the staff at the same moment: one refund and one command', async () => {
    const { order } = await buy(shop, buyer.id, [9800]);
    const { kind, number } = await firstOffer(order.id);
    const context = { deps: app.deps, cwd: '.', print: () => undefined };
    const args = ['refund', order.orderNo, ...by('佐藤')];
    const both = await Promise.all([
      ask(order.id, { kind, number }).then(({ status }) => status === 200),
      runCommand(serverCommands, 'money', { ...context, args }).then((exit) => exit === 0),
    ]);
    expect(both.filter((isDone) => isDone)).toHaveLength(1);
    await runDue(app.deps);
    const { last, balance } = await lookAt(shop, order);
    expect((await refundsNow(shop, order.id)).map(({ amount }) => amount)).toEqual([9800]);
    expect((await commandLines(shop, last.id)).filter((line) => /^(cancel|lower)/.test(line))).toEqual([
      'cancel_all 1 done',
    ]);
    expect(balance).toMatchObject({ sales: 0, clearing_card: 0, refund_due: 0 });
  });

  it('row 102: a third lesson watched between quote and press closes the return, and nothing happens', async () => {
    const { order, courses } = await buy(shop, buyer.id, [9800]);
    const course = courses[0];
    if (!course) throw new Error('no course');
    await watch(shop, buyer.id, course, 2);
    const { as_of, offers } = await quote(order.id);
    expect(as_of).toMatch(/:00\.000Z$/);
    await watch(shop, buyer.id, course, 3);
    const number = offers[0]?.number ?? '';
    expect(await refusalOf(ask(order.id, { kind: 'voluntary', number }))).toBe('409 not_refundable');
    expect(await refundsNow(shop, order.id)).toEqual([]);
    expect((await lookAt(shop, order)).balance.sales).toBe(-9800);
  });

  it('who deletes what they watched has watched no lesson by that, and none less', async () => {
    const { order, courses } = await buy(shop, buyer.id, [9800]);
    const course = courses[0];
    if (!course) throw new Error('no course');
    await watch(shop, buyer.id, course, 3);
    const rows = () => app.db.select().from(watchHistories).orderBy(watchHistories.id);
    const clear = async () => {
      app.clock.advance(60_000);
      const path = '/api/lms/watchhistory/';
      expect((await app.call('DELETE', path, { token: buyer.token })).status).toBe(204);
    };
    const before = new Date((order.paidAt?.getTime() ?? 0) - day);
    const [third] = (await rows()).slice(2);
    if (!third) throw new Error('no third lesson');
    await app.db.update(watchHistories).set({ watchedAt: before }).where(eq(watchHistories.id, third.id));
    await clear();
    expect((await quote(order.id)).offers).toMatchObject([{ kind: 'voluntary', total: 9800 }]);
    expect(await readOrder(app, buyer, order.id)).toMatchObject({ can_refund: true });
    await app.db.update(watchHistories).set({ watchedAt: new Date(app.clock.now()) });
    await clear();
    expect((await quote(order.id)).offers).toEqual([]);
    expect(await readOrder(app, buyer, order.id)).toMatchObject({ can_refund: false });
  });

  it('ending a contract costs no fee where old lessons were only deleted since', async () => {
    const { order, courses } = await buy(shop, buyer.id, [59_800]);
    await storeContract(shop, order, new Date(app.clock.now()));
    const course = courses[0];
    if (!course) throw new Error('no course');
    await watch(shop, buyer.id, course, 1);
    const before = new Date((order.paidAt?.getTime() ?? 0) - day);
    await app.db.update(watchHistories).set({ watchedAt: before });
    app.clock.advance(40 * day);
    const { token } = await app.signIn(buyer);
    await app.call('DELETE', '/api/lms/watchhistory/', { token });
    const read = () => bodyOf<QuoteBody>(app.call('GET', `${path(order.id)}refund/quote/`, { token }));
    expect((await read()).offers).toMatchObject([{ kind: 'midterm', lines: [{ fee: 0 }] }]);
  });

  describe('a course that was bought twice, one after the other', () => {
    const courseIds: number[] = [];
    beforeEach(async () => {
      courseIds.length = 0;
      for (let turn = 0; turn < 2; turn += 1) courseIds.push((await storeCourse(app.deps)).id);
    });
    /** Buys the first of the two courses, or both in a bundle, a minute later. Answers the order. */
    async function buyThem(how: 'one' | 'both', accessDays: number | null = 365): Promise<OrderRow> {
      app.clock.advance(60_000);
      const stored = await storeOrder(app, { userId: buyer.id });
      const courses = how === 'one' ? courseIds.slice(0, 1) : courseIds;
      await app.db.update(orderItems).set({ courses, accessDays }).where(eq(orderItems.orderId, stored.id));
      await tryToPay(shop, stored, { method: 'card', card: 'frictionless' });
      await runDue(app.deps);
      expect((await lookAt(shop, stored)).status).toBe('paid');
      return stored;
    }
    const giveBack = async ({ id }: OrderRow) => {
      const { kind, number } = await firstOffer(id);
      expect((await ask(id, { kind, number })).status).toBe(200);
      await runDue(app.deps);
    };
    /** Ends of the items of the library of one course, in days from now; `null`: never. */
    const ends = async (course = courseIds[0]) =>
      (await itemsOf(shop, { userId: buyer.id }))
        .filter(({ courseId }) => courseId === course)
        .map(({ expireAt }) => expireAt && Math.ceil((expireAt.getTime() - app.clock.now()) / day));

    it('begins when the first one ends: given back, it leaves no days to the second', async () => {
      const first = await buyThem('one');
      await buyThem('both');
      expect([await ends(), await ends(courseIds[1])]).toEqual([[366, 731], [366]]);
      await app.db.insert(inventories).values({
        userId: buyer.id,
        courseId: courseIds[0] ?? 0,
        productId: 'plan-1',
        expireAt: new Date(app.clock.now() + 900 * day),
        created: new Date(),
        modified: new Date(),
      });
      await giveBack(first);
      expect([await ends(), await ends(courseIds[1])]).toEqual([[0, 366, 900], [366]]);
    });

    it('keeps its own days and those of the others, whichever of three goes back', async () => {
      const orders = [await buyThem('one'), await buyThem('one'), await buyThem('one')];
      expect(await ends()).toEqual([366, 731, 1096]);
      await giveBack(orders[1] as OrderRow);
      expect(await ends()).toEqual([366, 0, 731]);
      await giveBack(orders[0] as OrderRow);
      expect(await ends()).toEqual([0, 0, 366]);
    });

    it('has an end of its own once the one without an end has gone back, also while the staff holds it', async () => {
      const first = await buyThem('one', null);
      const { orderNo } = await buyThem('both');
      expect(await ends()).toEqual([null, null]);
      const context = { deps: app.deps, cwd: '.', print: () => undefined };
      const staff = (act: string) =>
        runCommand(serverCommands, 'money', { ...context, args: [act, orderNo, ...by('佐藤')] });
      expect(await staff('grant-hold')).toBe(0);
      await giveBack(first);
      expect(await staff('release')).toBe(0);
      expect([await ends(), await ends(courseIds[1])]).toEqual([[0, 366], [366]]);
    });
  });

  it('row 102: other sums by now are shown again, with a new number', async () => {
    const { order } = await buy(shop, buyer.id, [59_800]);
    await storeContract(shop, order, new Date(app.clock.now()));
    app.clock.advance(40 * day);
    const token = (await app.signIn(buyer)).token;
    const read = () => bodyOf<QuoteBody>(app.call('GET', `${path(order.id)}refund/quote/`, { token }));
    const before = (await read()).offers[0];
    expect(before?.kind).toBe('midterm');
    app.clock.advance(day);
    const late = (await app.signIn(buyer)).token;
    const json = { kind: 'midterm', number: before?.number };
    const answer = await app.call('POST', `${path(order.id)}refund/`, { token: late, json });
    expect(answer.status).toBe(412);
    const { code, quote: next } = await bodyOf<{ code: string; quote: QuoteBody }>(answer);
    expect([code, next.offers[0]?.number === before?.number]).toEqual(['price_changed', false]);
    expect(await refundsNow(shop, order.id)).toEqual([]);
  });

  it('row 109: cooling-off is taken in its last second, and refused with the reason in the next', async () => {
    const { order } = await buy(shop, buyer.id, [59_800]);
    await storeContract(shop, order, new Date(app.clock.now()));
    // Received on April 10: the eighth day is April 17.
    app.clock.advance(Date.parse('2026-04-17T23:59:59+09:00') - app.clock.now());
    const { token } = await app.signIn(buyer);
    const read = () => bodyOf<QuoteBody>(app.call('GET', `${path(order.id)}refund/quote/`, { token }));
    const offer = (await read()).offers[0];
    expect([offer?.kind, offer?.total]).toEqual(['cooling_off', 59_800]);
    const json = { kind: 'cooling_off', number: offer?.number };
    app.clock.advance(1000);
    const refused = await app.call('POST', `${path(order.id)}refund/`, { token, json });
    expect(refused.status).toBe(409);
    expect((await bodyOf<{ detail: string }>(refused)).detail).toContain('4月17日');
    app.clock.advance(-1000);
    expect((await app.call('POST', `${path(order.id)}refund/`, { token, json })).status).toBe(200);
    await runDue(app.deps);
    expect((await lookAt(shop, order)).status).toBe('refunded');
  });

  it('row 112: somebody else’s order is not there, and guests are sent to log in', async () => {
    const other = await signInBuyer(app);
    const { order } = await buy(shop, other.id, [9800]);
    expect(await refusalOf(app.call('GET', `${path(order.id)}refund/quote/`, { token: buyer.token }))).toBe(
      '404 not_found',
    );
    expect(await refusalOf(ask(order.id, { kind: 'voluntary', number: 'R000000000000' }))).toBe(
      '404 not_found',
    );
    expect(await refusalOf(saveAccount(order.id))).toBe('404 not_found');
    await expectMembersOnly(app, buyer, (who) => app.call('GET', `${path(order.id)}refund/quote/`, who));
  });
});

describe('PUT /api/shop/order/{id}/refund-account/', () => {
  it('seals the account, gives it to the operator once, and the payout ends the refund', async () => {
    const { order } = await buy(shop, buyer.id, [9800], { method: 'bank' });
    const payers = async () => (await lookAt(shop, order)).last.deposits?.map(({ payer }) => payer);
    const names = await payers();
    expect(names).not.toEqual(['']);
    const token = (await app.signIn(buyer)).token;
    buyer = { ...buyer, token };
    const { kind, number, via } = await firstOffer(order.id);
    expect(via).toBe('transfer');
    const asked = await bodyOf<QuoteBody>(ask(order.id, { kind, number }));
    expect(asked.refunds).toMatchObject([
      { state: 'needs_account', takes_account: true, account_tail: null },
    ]);
    const saved = await bodyOf<QuoteBody>(
      saveAccount(order.id, { ...refundAccount, number: '１２３４５６７', holder: 'やまだ たろう' }),
    );
    expect(saved.refunds).toMatchObject([{ state: 'ready', account_tail: '567' }]);
    const [stored] = await refundsNow(shop, order.id);
    expect(stored?.account).not.toContain('1234567');
    const remind = async () => {
      await takeMails(app);
      await tellOperator(app.deps);
      return (await takeMails(app)).map(({ kind }) => kind);
    };
    expect(await remind()).toEqual([]);
    app.clock.advance(day + 1);
    expect(await remind()).toEqual(['money-tasks']);
    buyer = { ...buyer, token: (await app.signIn(buyer)).token };
    const take = () => transaction(app.db, (tx) => takeTransfers(tx, app.deps, true));
    expect((await take()).map((one) => one.account)).toEqual([refundAccount]);
    expect(await take()).toEqual([]);
    expect(await refusalOf(saveAccount(order.id))).toBe('409 not_refundable');
    const paid = () =>
      transaction(app.db, async (tx) => {
        const locked = await lockOrder(tx, order.id);
        const [refund] = await tx.select().from(refunds);
        if (!refund) throw new Error('no refund');
        return noteTransferred(tx, app.deps, locked, refund, new Date(app.clock.now()));
      });
    expect([await paid(), await paid()]).toEqual([true, false]);
    const { status, balance } = await lookAt(shop, order);
    expect(status).toBe('refunded');
    expect(balance).toMatchObject({ sales: 0, refund_due: 0, clearing_bank: 9800, payout: -9800 });
    app.clock.advance(29 * day);
    await forgetAccounts(app.deps);
    expect(await payers()).toEqual(names);
    app.clock.advance(2 * day);
    await forgetAccounts(app.deps);
    expect((await refundsNow(shop, order.id))[0]?.account).toBeNull();
    expect(await payers()).toEqual(['']);
    expect(await remind()).toEqual([]);
  });

  it('takes nothing where nothing is transferred, and no account that no bank has', async () => {
    const { order } = await buy(shop, buyer.id, [9800]);
    expect(await refusalOf(saveAccount(order.id))).toBe('409 not_refundable');
    for (const wrong of [{ bank_code: '12' }, { number: '4111111111111111' }, { holder: '山田' }])
      expect(await refusalOf(saveAccount(order.id, { ...refundAccount, ...wrong }))).toBe('400 validation');
  });
});
