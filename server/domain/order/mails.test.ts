import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../../db/schema/accounts.ts';
import { type AttemptRow, orders, paymentAttempts } from '../../db/schema/order.ts';
import { transaction } from '../../db/transaction.ts';
import { openTestShop, order, runMoney, signInBuyer, type TestShop } from '../../testing/buyer.ts';
import { storeCourse } from '../../testing/catalog.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import { takeMail, takeMails } from '../../testing/mails.ts';
import type { SignedIn } from '../../testing/users.ts';
import { lockOrder } from './lock.ts';
import { orderMail } from './mails.ts';
import { type OrderMailKind, orderMailKinds, orderMailText } from './mailTexts.ts';
import { sendReminders } from './reminders.ts';

const hour = 3_600_000;
let shop: TestShop;
let app: TestApp;
let buyer: SignedIn;
let orderId: number;
let orderNo: string;

beforeEach(async () => {
  shop = await openTestShop();
  app = shop.app;
  buyer = await signInBuyer(app);
  const product = `course-${(await storeCourse(app.deps)).id}`;
  const made = await order(app, buyer, [product], { method: 'cvs', cvs_code: '10001' });
  [orderId, orderNo] = [made.id, made.order_no];
  await runMoney(app);
  await takeMails(app);
});
afterEach(() => shop.gateway.stop());

const tell = (kind: OrderMailKind, attempt?: AttemptRow) =>
  transaction(app.db, async (tx) => orderMail(tx, app.deps, await lockOrder(tx, orderId), kind, attempt));
/** Moves on to an hour of a day of April 2026 in Japan. */
const goTo = (day: number, at: string) => {
  const to = Date.parse(`2026-04-${day}T${at}:00+09:00`);
  app.clock.advance(to - app.clock.now());
};

describe('mails about an order', () => {
  it('tell a fact once, however often it is found out', async () => {
    await tell('paid');
    await tell('paid');
    await Promise.all([tell('unknown_long'), tell('unknown_long')]);
    expect((await takeMails(app)).map(({ kind }) => kind)).toEqual(['order-paid', 'order-unknown-long']);
  });

  it('tell a fact of every attempt', async () => {
    const [first] = await app.db.select().from(paymentAttempts);
    if (!first) throw new Error('no attempt');
    await tell('failed', first);
    await tell('failed', { ...first, n: 2 });
    await tell('failed', first);
    expect(await takeMails(app)).toHaveLength(2);
  });

  it('go to the address of the account, and to what the order has kept once there is none', async () => {
    await app.db.update(users).set({ email: 'moved@example.jp' });
    await tell('paid');
    expect(await takeMail(app)).toMatchObject({ to: 'moved@example.jp' });
    await app.db.delete(users);
    await tell('late_payment');
    const last = await takeMail(app);
    expect(last.to).toBe(buyer.email);
    expect(last.text).toContain('山田 太郎 様');
  });

  it('ask nobody who has left for money', async () => {
    const [attempt] = await app.db.select().from(paymentAttempts);
    await app.db.update(users).set({ withdrawn: new Date(app.clock.now()) });
    for (const kind of ['rest_missing', 'reminder', 'late_payment'] as const) await tell(kind, attempt);
    expect((await takeMails(app)).map(({ kind }) => kind)).toEqual(['order-late-payment']);
  });

  it('have words of their own for every kind, without a hole in them', async () => {
    const [stored] = await app.db.select().from(orders);
    const [attempt] = await app.db.select().from(paymentAttempts);
    if (!stored || !attempt) throw new Error('nothing stored');
    const items = [{ name: '講座', paid: 9800 }];
    const subjects = new Set<string>();
    for (const kind of orderMailKinds) {
      for (const about of [attempt, { ...attempt, method: 'bank' as const }, null]) {
        const words = orderMailText(kind, { order: stored, items, attempt: about });
        subjects.add(words.subject);
        const text = JSON.stringify(words);
        expect(text, kind).not.toMatch(/undefined|null|NaN|\[object/);
        expect(text, kind).toContain(orderNo);
      }
    }
    expect(subjects.size).toBeGreaterThanOrEqual(orderMailKinds.length);
  });

  it('name the number as the till does', async () => {
    const [stored] = await app.db.select().from(orders);
    const [attempt] = await app.db.select().from(paymentAttempts);
    const slip = attempt?.slip?.cvs;
    if (!stored || !slip) throw new Error('no slip');
    const textAt = (code: string) => {
      const about = { ...attempt, slip: { cvs: { ...slip, code } } };
      return orderMailText('slip', { order: stored, items: [], attempt: about }).paragraphs.join('\n');
    };
    expect(textAt('00007')).toContain(`払込票番号: ${slip.receiptNo}`);
    expect(textAt('00007')).not.toContain('受付番号');
    expect(textAt('10001')).toContain(`受付番号: ${slip.receiptNo}`);
  });

  it('advise after a refused card only what can be done: not every order is paid in every way', async () => {
    const [stored] = await app.db.select().from(orders);
    const [attempt] = await app.db.select().from(paymentAttempts);
    if (!stored || !attempt) throw new Error('nothing stored');
    const about = { ...attempt, method: 'card' as const, failure: 'limit' as const };
    const adviceFor = (change: Partial<typeof stored>, isMinors = false) =>
      orderMailText('failed', { order: { ...stored, ...change }, items: [], attempt: about, isMinors })
        .paragraphs[1];
    expect(adviceFor({})).toContain('別のカードやコンビニ払い・銀行振込で');
    expect(adviceFor({ subscriptionId: 7 })).toBe('同じ内容のまま、別のカードでお支払いいただけます。');
    expect(adviceFor({}, true)).toContain('コンビニ払い・銀行振込で');
    expect(adviceFor({}, true)).not.toContain('別のカード');
  });

  it('say how money of an order that was called off goes back: to a card by its company, else to an account', async () => {
    const [stored] = await app.db.select().from(orders);
    const [attempt] = await app.db.select().from(paymentAttempts);
    if (!stored || !attempt) throw new Error('nothing stored');
    const textOf = (method: 'card' | 'bank') =>
      orderMailText('canceled', { order: stored, items: [], attempt: { ...attempt, method, received: 3000 } })
        .paragraphs[0];
    expect(textOf('bank')).toContain('3,000円は、口座へのお振り込みで返金します。返金先の口座を');
    expect(textOf('card')).toContain('3,000円は、カード会社を通じて返金します。');
    expect(textOf('card')).not.toContain('口座');
  });
});

describe('reminders of slips', () => {
  // Issued on the 10th: due on the 15th at 23:59.
  it('come on the day before the last one, not at night, and once', async () => {
    await sendReminders(app.deps);
    goTo(13, '12:00');
    await sendReminders(app.deps);
    goTo(14, '07:59');
    await sendReminders(app.deps);
    expect(await takeMails(app)).toEqual([]);
    goTo(14, '08:00');
    await Promise.all([sendReminders(app.deps), sendReminders(app.deps)]);
    const mail = await takeMail(app);
    expect(mail.kind).toBe('order-reminder');
    expect(mail.text).toContain('2026年4月15日(水) 23:59');
    app.clock.advance(hour);
    await sendReminders(app.deps);
    expect(await takeMails(app)).toEqual([]);
  });

  it('do not come after ten in the evening, nor on the last day', async () => {
    goTo(14, '22:00');
    await sendReminders(app.deps);
    goTo(15, '09:00');
    await sendReminders(app.deps);
    expect(await takeMails(app)).toEqual([]);
  });

  it('row 80: an order that was paid a minute ago is not reminded of', async () => {
    goTo(14, '11:59');
    shop.gateway.payAtTill(`${orderNo}-01`);
    await app.db.update(paymentAttempts).set({ nextCheckAt: new Date(app.clock.now()) });
    await runMoney(app);
    await takeMails(app);
    goTo(14, '12:00');
    await sendReminders(app.deps);
    expect(await takeMails(app)).toEqual([]);
  });

  it('row 80: judged again under the lock: a slip on its way out is not reminded of', async () => {
    goTo(14, '12:00');
    await app.db.update(orders).set({ status: 'paid' });
    await sendReminders(app.deps);
    expect(await takeMails(app)).toEqual([]);
  });
});
