import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inventories } from '../../db/schema/learning.ts';
import { couponHolds, grants, ledgerEntries, orders, paymentAttempts } from '../../db/schema/order.ts';
import { cardLock } from '../../domain/order/cardLock.ts';
import { noteAnswer } from '../../domain/order/gatewayHealth.ts';
import type { Outcome } from '../../gateway/testCards.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import {
  closeGateway,
  type MadeBody,
  type OrderBody,
  openTestShop,
  order,
  type Paying,
  readOrder,
  readState,
  runMoney,
  type StateBody,
  signInBuyer,
  storeCoupon,
  type TestShop,
} from '../../testing/buyer.ts';
import { giveCourse, storeCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import { takeMails } from '../../testing/mails.ts';
import type { SignedIn } from '../../testing/users.ts';

const minute = 60_000;
let shop: TestShop;
let app: TestApp;
let buyer: SignedIn;
let product: string;
const cvs: Paying = { method: 'cvs', cvs_code: '10001' };

beforeEach(async () => {
  shop = await openTestShop();
  app = shop.app;
  buyer = await signInBuyer(app);
  product = `course-${(await storeCourse(app.deps)).id}`;
});
afterEach(() => shop.gateway.stop());

const card = (outcome: Outcome): Paying => ({
  method: 'card',
  gmo_token: shop.gateway.token(outcome),
  card: { brand: 'VISA', last4: '1111', expiry: '3912' },
});

const retry = (id: number, json: Paying, who: SignedIn = buyer) =>
  app.call('POST', `/api/shop/order/${id}/retry/`, { token: who.token, json });
const attemptStates = async () =>
  (
    await app.db.select({ state: paymentAttempts.state }).from(paymentAttempts).orderBy(paymentAttempts.n)
  ).map(({ state }) => state);
/** An order whose card the company has refused. */
async function refusedOrder(outcome: Outcome = 'G02'): Promise<OrderBody> {
  const made = await order(app, buyer, [product], card(outcome));
  await runMoney(app);
  return made;
}

describe('POST /api/shop/order/{id}/retry/', () => {
  it('row 50: a success after a refusal pays the order', async () => {
    const { id } = await refusedOrder();
    expect(await readState(app, buyer, id)).toMatchObject({
      status: 'failed',
      next: 'failed',
      failure: 'limit',
      is_uncharged: true,
    });
    const answer = await retry(id, card('frictionless'));
    expect(answer.status).toBe(200);
    expect((await bodyOf<MadeBody>(answer)).state).toMatchObject({ next: 'poll', is_uncharged: false });
    await runMoney(app);
    expect(await readOrder(app, buyer, id)).toMatchObject({ status: 'paid', payment: { failure: null } });
    expect(await attemptStates()).toEqual(['refused', 'captured']);
    expect(await app.db.select().from(inventories)).toHaveLength(1);
    expect((await takeMails(app)).map(({ kind }) => kind)).toEqual([
      'order-ordered',
      'order-failed',
      'order-paid',
    ]);
  });

  it('shows the gateway’s code for the support desk, and no word of ours that stands in its place', async () => {
    const { id } = await refusedOrder();
    const shown = async () => [
      (await readOrder(app, buyer, id)).payment.error_code,
      (await readState(app, buyer, id)).error_code,
    ];
    expect(await shown()).toEqual(['42G020000', '42G020000']);
    for (const errorCode of ['connect', 'letters', 'redirect_host', 'no_gateway']) {
      await app.db.update(paymentAttempts).set({ errorCode });
      expect(await shown(), errorCode).toEqual([null, null]);
    }
  });

  it('a paid order answers that it is paid, and nothing more happens', async () => {
    const { id } = await refusedOrder('frictionless');
    const { state } = await bodyOf<MadeBody>(retry(id, card('frictionless')));
    expect(state).toMatchObject({ next: 'done', status: 'paid' });
    await runMoney(app);
    expect(await attemptStates()).toEqual(['captured']);
  });

  it('row 58: takes no card while nobody knows what becomes of one, and a store’s slip all the same', async () => {
    const { id } = await refusedOrder();
    await closeGateway(app);
    const refused = await retry(id, card('frictionless'));
    expect(refused.status).toBe(409);
    const { code, detail } = await bodyOf<FailureBody>(refused);
    expect([code, detail]).toEqual([
      'method_closed',
      expect.stringContaining('コンビニ・銀行振込をご利用ください'),
    ]);
    expect(await attemptStates()).toEqual(['refused']);
    expect((await retry(id, cvs)).status).toBe(200);
    await runMoney(app);
    expect(await attemptStates()).toEqual(['refused', 'slip']);
    await noteAnswer(app.db);
  });

  it('row 62: who named themselves for a card goes by their reading at a store that cannot show the name', async () => {
    const payer = {
      kind: 'self' as const,
      family_name: '𠮷田',
      given_name: '太郎',
      family_name_kana: 'ヨシダ',
      given_name_kana: 'タロウ',
      phone: '09012345678',
    };
    const { id, order_no } = await order(app, buyer, [product], { ...card('G02'), payer });
    await runMoney(app);
    const refused = await retry(id, { ...cvs, payer });
    expect(refused.status).toBe(400);
    expect((await bodyOf<FailureBody>(refused)).fields).toMatchObject({
      'payer.family_name': [expect.stringContaining('使用できない文字が含まれています:𠮷。')],
    });
    expect((await retry(id, cvs)).status).toBe(200);
    await runMoney(app);
    expect(await attemptStates()).toEqual(['refused', 'slip']);
    expect(shop.gateway.trade(`${order_no}-02`)).toMatchObject({ cvs: { name: 'ヨシダ タロウ' } });
  });

  it('while a card is under way nothing else is tried', async () => {
    const { id } = await order(app, buyer, [product], card('challenge'));
    const refusal = await retry(id, cvs);
    expect(refusal.status).toBe(409);
    expect(await bodyOf(refusal)).toMatchObject({ code: 'payment_checking', order: String(id) });
    await runMoney(app);
    expect(await refusalOf(retry(id, cvs))).toBe('409 payment_checking');
    expect(await attemptStates()).toEqual(['challenged']);
  });

  it('a slip is taken back first, then the new way begins', async () => {
    const { id } = await order(app, buyer, [product], cvs);
    await runMoney(app);
    const { state } = await bodyOf<MadeBody>(retry(id, card('frictionless')));
    expect(state.next).toBe('poll');
    expect(await attemptStates()).toEqual(['slip']);
    expect((await readOrder(app, buyer, id)).payment).toMatchObject({ status: 'checking', cvs: null });
    expect(await refusalOf(retry(id, card('frictionless')))).toBe('409 payment_checking');
    await runMoney(app);
    expect(await attemptStates()).toEqual(['cancelled', 'captured']);
    expect(await readState(app, buyer, id)).toMatchObject({ status: 'paid', next: 'done' });
  });

  it('a slip that is paid in between stays the payment', async () => {
    const { id, order_no } = await order(app, buyer, [product], cvs);
    await runMoney(app);
    shop.gateway.payAtTill(`${order_no}-01`);
    await retry(id, card('frictionless'));
    await runMoney(app);
    app.clock.advance(minute);
    await runMoney(app);
    expect(await attemptStates()).toEqual(['captured']);
    expect(await readOrder(app, buyer, id)).toMatchObject({ status: 'paid', method: 'cvs' });
  });

  it('row 76: paid by slip all the same after a card has paid: one grant, and the second is owed back', async () => {
    const { id, order_no } = await order(app, buyer, [product], cvs);
    await runMoney(app);
    await retry(id, card('frictionless'));
    await runMoney(app);
    expect(await readOrder(app, buyer, id)).toMatchObject({ status: 'paid', method: 'card' });
    shop.gateway.payAtTill(`${order_no}-01`, { isForced: true });
    await app.db
      .update(paymentAttempts)
      .set({ nextCheckAt: new Date(app.clock.now()) })
      .where(eq(paymentAttempts.gatewayOrderId, `${order_no}-01`));
    await runMoney(app);
    expect(await attemptStates()).toEqual(['extra', 'captured']);
    expect(await app.db.select().from(grants)).toHaveLength(1);
    const lines = await app.db.select().from(ledgerEntries);
    const sum = (account: string) =>
      lines.filter((line) => line.account === account).reduce((total, { amount }) => total + amount, 0);
    expect([sum('suspense'), sum('refund_due'), sum('receivable')]).toEqual([0, -9800, 0]);
    expect(await readState(app, buyer, id)).toMatchObject({ status: 'paid', is_uncharged: false });
  });

  it('row 46: five refusals in an hour lock cards, other ways stay open, and an hour later cards are open again', async () => {
    const { id } = await refusedOrder();
    for (let turn = 1; turn < cardLock.refusals; turn += 1) {
      app.clock.advance(minute);
      expect((await retry(id, card('G12'))).status).toBe(200);
      await runMoney(app);
    }
    const locked = await retry(id, card('frictionless'));
    expect(locked.status).toBe(429);
    const { code, retry_after, detail } = await bodyOf<{ code: string; retry_after: number; detail: string }>(
      locked,
    );
    expect({ code, retry_after }).toEqual({ code: 'card_locked', retry_after: 3600 });
    expect(detail).toContain('13:04以降');
    expect((await readState(app, buyer, id)).retry_at).toBe(
      new Date(app.clock.now() + 60 * minute).toISOString(),
    );
    expect(await attemptStates()).toEqual(Array(5).fill('refused'));
    expect((await retry(id, cvs)).status).toBe(200);
    await runMoney(app);
    expect(await readOrder(app, buyer, id)).toMatchObject({ status: 'awaiting_payment' });
    app.clock.advance(60 * minute);
    const fresh = await app.signIn(buyer);
    expect((await retry(id, card('frictionless'), fresh)).status).toBe(200);
  });

  it('row 46: the refusals of one network count together, and another network is free', async () => {
    const { id } = await refusedOrder();
    for (let turn = 1; turn < cardLock.refusals; turn += 1) {
      await retry(id, card('G12'));
      await runMoney(app);
    }
    const neighbour = await signInBuyer(app);
    const attempt = order(app, neighbour, [product], card('frictionless'));
    await expect(attempt).rejects.toThrow('card_locked');
    await app.db.update(paymentAttempts).set({ askedFrom: 'elsewhere' });
    const { id: free } = await order(app, await signInBuyer(app), [product], card('frictionless'));
    expect(free).toBeGreaterThan(id);
  });

  it('row 46: cards are counted for the network that tried them, wherever their orders came from', async () => {
    const proxied = await createTestApp({ besides: app, config: { trustedProxies: 1 } });
    const asked = (id: number, who: SignedIn, address: string) =>
      proxied.call('POST', `/api/shop/order/${id}/retry/`, {
        token: who.token,
        json: card('G12'),
        headers: { 'X-Forwarded-For': address },
      });
    const all: [SignedIn, number][] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const who = turn === 0 ? buyer : await signInBuyer(app);
      all.push([who, (await order(app, who, [product], cvs)).id]);
    }
    await runMoney(app);
    const [[one, first], [other, second], [third, last]] = all as [
      [SignedIn, number],
      [SignedIn, number],
      [SignedIn, number],
    ];
    for (let turn = 0; turn < cardLock.refusals; turn += 1) {
      const [who, id] = turn % 2 === 0 ? [one, first] : [other, second];
      expect((await asked(id, who, '198.51.100.7')).status).toBe(200);
      await runMoney(app);
    }
    expect(await refusalOf(asked(last, third, '198.51.100.7'))).toBe('429 card_locked');
    expect((await asked(last, third, '203.0.113.9')).status).toBe(200);
  });

  it('row 43: without a token the card has to be typed in again; the order is kept', async () => {
    const { id } = await refusedOrder();
    expect(await refusalOf(retry(id, { method: 'card' }))).toBe('409 token_expired');
    expect(await readOrder(app, buyer, id)).toMatchObject({ status: 'failed', can_retry: true });
  });

  it('row 43: a token that was used already is refused as such, and a new one pays', async () => {
    const used = card('G02');
    const { id } = await order(app, buyer, [product], used);
    await runMoney(app);
    await retry(id, used);
    await runMoney(app);
    expect(await readState(app, buyer, id)).toMatchObject({ failure: 'token', is_uncharged: true });
    await retry(id, card('frictionless'));
    await runMoney(app);
    expect((await readOrder(app, buyer, id)).status).toBe('paid');
  });

  it('what is over is not paid any more', async () => {
    const { id } = await refusedOrder();
    await app.call('POST', `/api/shop/order/${id}/cancel/`, { token: buyer.token, json: {} });
    expect(await refusalOf(retry(id, cvs))).toBe('409 not_retryable');
  });

  it('what was bought in another way meanwhile is not paid once more', async () => {
    const { id } = await refusedOrder();
    await giveCourse(app.deps, buyer.id, Number(product.slice('course-'.length)));
    expect(await refusalOf(retry(id, cvs))).toBe('409 already_owned');
  });

  it('what stands in another open order is not paid beside it', async () => {
    const { id } = await refusedOrder();
    const other = await order(app, buyer, [product], cvs);
    const refusal = await retry(id, card('frictionless'));
    expect(await bodyOf(refusal)).toMatchObject({ code: 'payment_checking', order: String(other.id) });
  });

  it('knows who can take which sum', async () => {
    const { id } = await refusedOrder();
    expect(await refusalOf(retry(id, { method: 'none' }))).toBe('409 method_limit');
    expect(await refusalOf(retry(id, { method: 'cvs' }))).toBe('400 validation');
    await app.db.update(orders).set({ total: 150 });
    expect(await refusalOf(retry(id, cvs))).toBe('409 method_limit');
  });

  it('keeps the coupon through tries of one order, and uses it with the one that pays', async () => {
    await storeCoupon(app);
    const holds = async () => (await app.db.select().from(couponHolds)).map(({ state }) => state);
    const { id, total } = await refusedOrder();
    expect([total, await holds()]).toEqual([8800, ['reserved']]);
    await retry(id, cvs);
    await runMoney(app);
    expect(await holds()).toEqual(['reserved']);
    await retry(id, card('frictionless'));
    await runMoney(app);
    expect([(await readOrder(app, buyer, id)).status, await holds()]).toEqual(['paid', ['used']]);
  });

  it('another payer may be named', async () => {
    const { id, order_no } = await refusedOrder();
    const payer = {
      kind: 'guardian' as const,
      family_name: '佐藤',
      given_name: '花子',
      family_name_kana: 'サトウ',
      given_name_kana: 'ハナコ',
      phone: '0312345678',
    };
    await retry(id, { ...cvs, payer });
    await runMoney(app);
    expect(JSON.stringify(shop.gateway.trade(`${order_no}-02`))).toContain('佐藤');
  });

  it('row 112: is for the buyer alone', async () => {
    const { id } = await refusedOrder();
    const stranger = await signInBuyer(app);
    const { token } = stranger;
    const calls: [string, string, object?][] = [
      ['GET', `/api/shop/order/${id}/`],
      ['GET', `/api/shop/order/${id}/status/`],
      ['POST', `/api/shop/order/${id}/retry/`, cvs],
      ['POST', `/api/shop/order/${id}/cancel/`, {}],
    ];
    for (const [method, path, json] of calls)
      expect(await refusalOf(app.call(method, path, { token, json })), path).toBe('404 not_found');
    expect(await bodyOf(app.call('GET', '/api/shop/order/', { token }))).toMatchObject({ count: 0 });
    const state = await bodyOf<StateBody>(
      app.call('GET', `/api/shop/order/${id}/status/`, { token: buyer.token }),
    );
    expect(state.order).toBe(id);
    for (const [method, path, json] of calls)
      await expectMembersOnly(app, await app.signIn(buyer), (who) =>
        app.call(method, path, { ...who, json }),
      );
  });
});
