/** The fee of an exam, bought like everything else (exams.md 1, money.md 2). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Entry, MockExamDetail } from '#contracts/exam.ts';
import type { Cart } from '#contracts/shopCart.ts';
import { examEntries } from '../../db/schema/exam.ts';
import { grants, orders } from '../../db/schema/order.ts';
import { dropUnpaid } from '../../domain/exam/fee.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import {
  confirmCheckout,
  fillCart,
  openCheckout,
  openTestShop,
  order,
  type Paying,
  readOrder,
  runMoney,
  signInBuyer,
  type TestShop,
} from '../../testing/buyer.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import { examDevice, storeExam, type TestExam } from '../../testing/exam.ts';
import { storeGoods } from '../../testing/goods.ts';
import { askedOrder, Guardian, openFamily } from '../../testing/guardianOrders.ts';
import { takeMails } from '../../testing/mails.ts';
import { pass } from '../../testing/shop.ts';
import type { SignedIn } from '../../testing/users.ts';

let shop: TestShop;
let app: TestApp;
let exam: TestExam;
let user: SignedIn;

const minute = 60_000;
const day = 86_400_000;
const fee = 1100;
const product = () => `mockexam-${exam.exam.id}`;
const base = () => `/api/exam/mockexam/${exam.exam.id}/`;
const call = (method: string, part: string, json?: object) =>
  app.call(method, `${base()}${part}`, { token: user.token, ...(json ? { json } : {}) });
const detail = () => bodyOf<MockExamDetail>(call('GET', ''));
const card = (): Paying => ({
  method: 'card',
  gmo_token: shop.gateway.token('frictionless'),
  card: { brand: 'VISA', last4: '4444', expiry: '3912' },
});
const refusedCard = (): Paying => ({ ...card(), gmo_token: shop.gateway.token('G02') });
const cvs: Paying = { method: 'cvs', cvs_code: '10001' };

async function enter(who: SignedIn = user): Promise<Entry> {
  const send = (json: object) =>
    bodyOf<Entry>(app.call('POST', `${base()}entry/`, { token: who.token, json }));
  const names = {
    family_name: '山田',
    given_name: 'みお',
    family_name_kana: 'ヤマダ',
    given_name_kana: 'ミオ',
  };
  await send({
    section: 'basic_info',
    data: { ...names, grade: 'h3', school: '見本高校' },
    subjects: ['math', 'english'],
  });
  await send({ section: 'school_info', data: { is_undecided: true } });
  return send({
    section: 'environment_info',
    data: { device: 'computer', place: 'home', network: 'wifi', earphones: true, agree_rules: true },
  });
}

const addToCart = () =>
  app.call('POST', '/api/shop/cart/item/', { token: user.token, json: { product_id: product() } });

beforeEach(async () => {
  shop = await openTestShop();
  app = shop.app;
  exam = await storeExam(app.deps, {
    exam: {
      fee,
      entryUntil: new Date(app.clock.now() + 12 * day),
      examUntil: new Date(app.clock.now() + 14 * day),
    },
  });
  user = await signInBuyer(app);
});
afterEach(() => shop.gateway.stop());

describe('the fee of an exam', () => {
  it('is paid like a course: the entry waits for it, stands with it, and can be started then', async () => {
    expect(await enter()).toMatchObject({ status: 'awaiting_payment', order: null });
    expect(await refusalOf(examDevice(app, exam, user).start())).toBe('402 payment_required');
    const placed = await order(app, user, [product()], card());
    expect(placed).toMatchObject({ total: fee, items: [{ product_id: product(), exam: exam.exam.id }] });
    expect((await detail()).entry).toMatchObject({
      status: 'awaiting_payment',
      order: { id: placed.id, is_paid: false },
    });
    await runMoney(app);
    expect((await detail()).entry).toMatchObject({
      status: 'entered',
      order: { id: placed.id, is_paid: true },
    });
    expect((await examDevice(app, exam, user).start()).status).toBe(201);
    const paid = (await takeMails(app)).find(({ kind }) => kind === 'order-paid');
    expect(JSON.stringify(paid)).toContain('模試の申し込みが確定しました');
    expect(JSON.stringify(paid)).not.toContain('講座');
  });

  it('tells before the order when the exam is taken, and how it is given back', async () => {
    await enter();
    await fillCart(app, user, [product()]);
    const { confirm_hash, ...shown } = await openCheckout(app, user, card());
    const text = JSON.stringify(shown);
    expect(confirm_hash).toBeTruthy();
    expect(text).toContain('模試「第1回 模試」の受験料 1名分');
    expect(text).toContain('受験期間:');
    expect(text).toContain('受験を始めていないとき');
    expect(text).not.toContain('視聴した授業');
  });

  it('is no thing to buy before the entry, for a guest, or once more', async () => {
    expect(await refusalOf(addToCart())).toBe('409 entry_required');
    const guest = await bodyOf<Cart>(app.call('GET', `/api/shop/quote/?items[]=${product()}`));
    expect(guest).toMatchObject({ items: [], notices: [{ reason: 'entry' }] });
    await enter();
    await order(app, user, [product()], card());
    await runMoney(app);
    const again = await bodyOf<FailureBody>(addToCart());
    expect(again).toMatchObject({ code: 'already_owned', detail: 'この模試の受験料は、お支払い済みです。' });
    const other = await signInBuyer(app);
    user = other;
    expect(await refusalOf(addToCart())).toBe('409 entry_required');
  });

  it('leaves the cart when the entry is taken back, and says so', async () => {
    await enter();
    await fillCart(app, user, [product(), await storeGoods(app.deps)]);
    await call('POST', 'entry/cancel/');
    const cart = await bodyOf<Cart>(app.call('GET', '/api/shop/cart/', { token: user.token }));
    expect(cart.items).toHaveLength(1);
    expect(cart.notices).toMatchObject([{ product_id: product(), reason: 'entry' }]);
  });

  it('is paid once when two tabs pay at once', async () => {
    await enter();
    await fillCart(app, user, [product()]);
    const [one, other] = [await openCheckout(app, user, card()), await openCheckout(app, user, card())];
    const answers = await Promise.all([confirmCheckout(app, user, one), confirmCheckout(app, user, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const refused = answers.find(({ status }) => status === 409) as Response;
    expect(((await refused.json()) as FailureBody).code).toBe('payment_checking');
    await runMoney(app);
    expect(await app.db.select().from(orders)).toHaveLength(1);
    expect(await app.db.select().from(grants)).toHaveLength(1);
    expect((await detail()).my_status).toBe('entered');
    // Another, earlier offer cannot be ordered afterwards either.
    expect(await refusalOf(confirmCheckout(app, user, answers[0] === refused ? one : other))).toMatch(/^4/);
    expect(await app.db.select().from(orders)).toHaveLength(1);
  });

  it('that is refused, called off or not paid in time leaves the entry waiting, to be paid anew', async () => {
    await enter();
    const refused = await order(app, user, [product()], refusedCard());
    await runMoney(app);
    expect((await readOrder(app, user, refused.id)).status).toBe('failed');
    expect(await detail()).toMatchObject({
      my_status: 'awaiting_payment',
      entry: { order: { is_paid: false } },
    });
    await app.call('POST', `/api/shop/order/${refused.id}/cancel/`, { token: user.token, json: {} });
    expect((await detail()).entry).toMatchObject({ status: 'awaiting_payment', order: null });
    const slip = await order(app, user, [product()], cvs);
    await runMoney(app);
    await pass(shop, 7 * day, 6 * 60 * minute);
    user = await app.signIn(user);
    expect((await readOrder(app, user, slip.id)).status).toBe('expired');
    expect((await detail()).entry).toMatchObject({ status: 'awaiting_payment', order: null });
    await order(app, user, [product()], card());
    await runMoney(app);
    expect((await detail()).my_status).toBe('entered');
  });

  it('under way keeps the entry: first the order is called off, then the entry', async () => {
    await enter();
    const placed = await order(app, user, [product()], cvs);
    const refusal = await bodyOf<FailureBody>(call('POST', 'entry/cancel/'));
    expect(refusal).toMatchObject({ code: 'order_open', order: String(placed.id) });
    expect((await detail()).my_status).toBe('awaiting_payment');
  });

  it('that is given back before the start takes the entry back', async () => {
    await enter();
    const placed = await order(app, user, [product()], card());
    await runMoney(app);
    expect(await refusalOf(call('POST', 'entry/cancel/'))).toBe('409 order_paid');
    await giveBack(placed);
    expect(await detail()).toMatchObject({ my_status: 'canceled', entry: { order: null } });
    expect(await refusalOf(examDevice(app, exam, user).start())).toBe('409 not_entered');
    // It can be entered and paid again.
    expect((await enter()).status).toBe('awaiting_payment');
    await order(app, user, [product()], card());
    await runMoney(app);
    expect((await detail()).my_status).toBe('entered');
  });

  it('is kept once a subject was begun; given back by the staff, what was taken stays', async () => {
    await enter();
    const placed = await order(app, user, [product()], card());
    await runMoney(app);
    const device = examDevice(app, exam, user);
    await device.start('math');
    expect((await readOrder(app, user, placed.id)).can_refund).toBe(false);
    const quote = await bodyOf<{ offers: unknown[]; closed: { detail: string }[] }>(
      app.call('GET', `/api/shop/order/${placed.id}/refund/quote/`, { token: user.token }),
    );
    expect(quote).toMatchObject({
      offers: [],
      closed: [{ detail: '受験を始めた模試の受験料は、返金できません。' }],
    });
    const { leaveRefunded } = await import('../../domain/exam/fee.ts');
    await leaveRefunded(app.db, app.deps, user.id, exam.exam.id);
    expect((await device.submit({})).status).toBe(200);
    expect((await detail()).my_status).toBe('taking');
  });

  it('is not sold by a slip that could be paid after the exam, nor after entries have closed', async () => {
    await enter();
    app.clock.advance(8 * day);
    user = await app.signIn(user);
    await fillCart(app, user, [product()]);
    const cart = await bodyOf<Cart>(app.call('GET', '/api/shop/cart/', { token: user.token }));
    expect(cart.allowed_methods).toEqual(['card', 'cvs']);
    app.clock.advance(3 * day);
    user = await app.signIn(user);
    const later = await bodyOf<Cart>(app.call('GET', '/api/shop/cart/', { token: user.token }));
    expect(later.allowed_methods).toEqual(['card']);
    app.clock.advance(2 * day);
    user = await app.signIn(user);
    const closed = await bodyOf<Cart>(app.call('GET', '/api/shop/cart/', { token: user.token }));
    expect(closed).toMatchObject({ items: [], notices: [{ reason: 'ended' }] });
  });

  it('that nobody paid until entries close ends the entry, unless a slip is still out', async () => {
    await enter();
    const slow = await signInBuyer(app);
    await enter(slow);
    app.clock.advance(11 * day);
    user = await app.signIn(user);
    await app.db.update(examEntries).set({ modified: new Date(app.clock.now()) });
    const { id } = await order(app, await app.signIn(slow), [product()], card());
    app.clock.advance(2 * day);
    await dropUnpaid(app.deps);
    const rows = await app.db.select().from(examEntries);
    expect(rows.find(({ userId }) => userId === user.id)?.status).toBe('canceled');
    expect(rows.find(({ userId }) => userId === slow.id)?.status).toBe('awaiting_payment');
    expect(id).toBeGreaterThan(0);
  });
});

async function giveBack(placed: { id: number }): Promise<void> {
  const path = `/api/shop/order/${placed.id}/`;
  const { offers } = await bodyOf<{ offers: { kind: string; number: string; total: number }[] }>(
    app.call('GET', `${path}refund/quote/`, { token: user.token }),
  );
  expect(offers).toMatchObject([{ kind: 'voluntary', total: fee }]);
  const { kind, number } = offers[0] as (typeof offers)[number];
  const answer = await app.call('POST', `${path}refund/`, {
    token: user.token,
    json: { kind, number, reason: '' },
  });
  expect(answer.status).toBeLessThan(300);
}

describe('the fee of somebody under 18', () => {
  it('is paid by the guardian’s link, and enters the learner', async () => {
    const family = await openFamily();
    try {
      app = family.app;
      exam = await storeExam(app.deps, { exam: { fee } });
      user = family.child;
      await enter();
      const guardian = new Guardian(family);
      const { placed, token } = await askedOrder({ ...family, product: product() });
      expect(placed.status).toBe('awaiting_guardian');
      expect((await detail()).entry).toMatchObject({ order: { id: placed.id, is_paid: false } });
      await guardian.approve(token);
      await guardian.pay(token, {
        method: 'card',
        gmo_token: family.gateway.token('frictionless'),
        card: { brand: 'VISA', last4: '4444', expiry: '3912' },
      });
      await runMoney(app);
      expect((await detail()).my_status).toBe('entered');
    } finally {
      await family.gateway.stop();
    }
  });

  it('declined by the guardian is free to be asked again', async () => {
    const family = await openFamily();
    try {
      app = family.app;
      exam = await storeExam(app.deps, { exam: { fee } });
      user = family.child;
      await enter();
      const { token } = await askedOrder({ ...family, product: product() });
      await new Guardian(family).decline(token);
      expect((await detail()).entry).toMatchObject({ status: 'awaiting_payment', order: null });
      expect((await askedOrder({ ...family, product: product() })).placed.status).toBe('awaiting_guardian');
    } finally {
      await family.gateway.stop();
    }
  });
});
