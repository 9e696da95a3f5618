import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { gatewayCommands, paymentAttempts } from '../../db/schema/order.ts';
import { closeGateway, openTestShop, type TestShop } from '../../testing/buyer.ts';
import { takeMail } from '../../testing/mails.ts';
import {
  comeBack,
  commandLines,
  itemsOf,
  lookAt,
  mailsOf,
  minute,
  orderFor,
  pass,
  runDue,
  storeOrder,
  tasksOf,
  tryToPay,
} from '../../testing/shop.ts';
import { workList } from '../operator/worklist.ts';
import { assertCardOpen, cardLockedUntil } from './cardLock.ts';
import { runCommands } from './executor.ts';
import { isGatewayDown } from './gatewayHealth.ts';
import { runNight } from './nightly.ts';

let shop: TestShop;
const open = async () => {
  shop = await openTestShop();
  return shop;
};
afterEach(() => shop.gateway.stop());

const challengedOrder = async () => {
  const order = await orderFor(shop, { method: 'card' });
  await runDue(shop.app.deps);
  return order;
};

/** Yen that the gateway holds of all orders, and what our books say it holds. */
async function bothBooks(order: { id: number }) {
  const { attempts, balance } = await lookAt(shop, order);
  const held = attempts
    .filter(({ gatewayOrderId }) => shop.gateway.trade(gatewayOrderId))
    .reduce((sum, { gatewayOrderId }) => sum + shop.gateway.held(gatewayOrderId), 0);
  return { held, booked: balance.clearing_card + balance.clearing_cvs + balance.clearing_bank };
}

describe('a card', () => {
  it('is challenged, charged once when the buyer is back, and pays the order', async () => {
    await open();
    const order = await challengedOrder();
    const before = await lookAt(shop, order);
    expect([before.status, before.state]).toEqual(['authenticating', 'challenged']);
    expect(before.last.redirectUrl).toContain('&t=');
    expect(before.last.secret).toBeNull();
    const answer = await comeBack(shop, order);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toBe(`/payment/gmo?r=${before.last.returnRef}`);
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
    await runDue(shop.app.deps);
    const after = await lookAt(shop, order);
    expect([after.status, after.state, after.last.received]).toEqual(['paid', 'captured', 9800]);
    expect(after.balance).toMatchObject({ receivable: 0, sales: -9800, clearing_card: 9800 });
    expect(await itemsOf(shop, order)).toHaveLength(1);
    expect(await mailsOf(shop)).toEqual(['order-paid']);
    expect(await commandLines(shop, after.last.id)).toEqual(['entry 1 done', 'exec 1 done', 'finish 1 done']);
    expect(await bothBooks(order)).toEqual({ held: 9800, booked: 9800 });
  });

  it('pays at once where the bank wants no proof', async () => {
    await open();
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' });
    await runDue(shop.app.deps);
    expect((await lookAt(shop, order)).status).toBe('paid');
  });

  it('row 29: a closed challenge has failed after 20 minutes, without a charge', async () => {
    await open();
    const order = await challengedOrder();
    await pass(shop, 19 * minute);
    expect((await lookAt(shop, order)).status).toBe('authenticating');
    await pass(shop, 2 * minute);
    const { status, last } = await lookAt(shop, order);
    expect([status, last.state, last.failure]).toEqual(['failed', 'refused', 'tds']);
    expect(await bothBooks(order)).toEqual({ held: 0, booked: 0 });
    expect(await commandLines(shop, last.id)).not.toContain('finish 1 done');
    // A buyer who passes the challenge afterwards is not charged.
    await comeBack(shop, order);
    await pass(shop, 30 * minute, 5 * minute);
    expect(await bothBooks(order)).toEqual({ held: 0, booked: 0 });
  });

  it('row 31: opened twice, one way back causes one finish, and a paid order stays paid', async () => {
    await open();
    const order = await challengedOrder();
    const [one, two] = await Promise.all([comeBack(shop, order), comeBack(shop, order)]);
    expect([one.status, two.status]).toEqual([303, 303]);
    await runDue(shop.app.deps);
    await comeBack(shop, order, 'fail');
    await pass(shop, 30 * minute, 5 * minute);
    const { status, last } = await lookAt(shop, order);
    expect(status).toBe('paid');
    expect(await commandLines(shop, last.id)).toEqual(['entry 1 done', 'exec 1 done', 'finish 1 done']);
  });

  it('row 32: back before our own reply is stored, the finish waits for it', async () => {
    await open();
    const order = await challengedOrder();
    const { last } = await lookAt(shop, order);
    // As it was while exec was under way: we have the ref, but not the reply.
    const undo = { state: 'entered' as const, redirectUrl: null, challengedAt: null };
    await shop.app.db.update(paymentAttempts).set(undo).where(eq(paymentAttempts.id, last.id));
    const isExec = eq(gatewayCommands.kind, 'exec');
    await shop.app.db.update(gatewayCommands).set({ state: 'sent' }).where(isExec);
    expect((await comeBack(shop, order)).status).toBe(303);
    expect(await commandLines(shop, last.id)).toEqual(['entry 1 done', 'exec 1 sent']);
    const { applyOutcome } = await import('./apply.ts');
    const [exec] = await shop.app.db.select().from(gatewayCommands).where(isExec);
    const claimed = { id: exec?.id ?? 0, attemptId: last.id, orderId: order.id, kind: 'exec' as const, n: 1 };
    await applyOutcome(shop.app.deps, claimed, { kind: 'redirect', url: `${shop.gateway.url}/tds` });
    await runDue(shop.app.deps);
    expect((await lookAt(shop, order)).status).toBe('paid');
  });

  it('row 34: nobody comes back, but the gateway says the buyer has proved themselves: it is finished', async () => {
    await open();
    const order = await challengedOrder();
    const { last } = await lookAt(shop, order);
    shop.gateway.challenge(last.gatewayOrderId);
    await pass(shop, 11 * minute);
    expect((await lookAt(shop, order)).status).toBe('paid');
  });

  it('row 37: finish charges, its reply is lost: a search pays the order, with one charge', async () => {
    await open();
    const order = await challengedOrder();
    shop.gateway.faults([{ fault: 'drop_after', on: 'SecureTran2', nth: 1 }]);
    await comeBack(shop, order);
    await runDue(shop.app.deps);
    const unknown = await lookAt(shop, order);
    expect([unknown.status, unknown.last.isUnknown]).toEqual(['authenticating', true]);
    await pass(shop, 2 * minute);
    const { status, last } = await lookAt(shop, order);
    expect(status).toBe('paid');
    expect(await commandLines(shop, last.id)).toEqual(['entry 1 done', 'exec 1 done', 'finish 1 done']);
    expect(await bothBooks(order)).toEqual({ held: 9800, booked: 9800 });
  });

  it('row 38: finish is lost before it charges: searched, fenced, searched again, failed', async () => {
    await open();
    const order = await challengedOrder();
    shop.gateway.faults([{ fault: 'drop_before', on: 'SecureTran2', nth: 1 }]);
    await comeBack(shop, order);
    await runDue(shop.app.deps);
    await pass(shop, 9 * minute);
    expect((await lookAt(shop, order)).last.fencedAt).toBeNull();
    await pass(shop, 2 * minute);
    const fenced = await lookAt(shop, order);
    expect(fenced.last.fencedAt).not.toBeNull();
    expect(fenced.status).toBe('authenticating');
    await pass(shop, 4 * minute);
    const { status, last } = await lookAt(shop, order);
    expect([status, last.failure]).toEqual(['failed', 'tds']);
    expect(await commandLines(shop, last.id)).toEqual(['entry 1 done', 'exec 1 done', 'finish 1 done']);
    expect(await bothBooks(order)).toEqual({ held: 0, booked: 0 });
  });

  it('row 39: searches lag three reads after the charge: not called failed before the read after the fence', async () => {
    await open();
    const order = await challengedOrder();
    shop.gateway.faults([{ fault: 'drop_after', on: 'SecureTran2', nth: 1 }, { fault: 'search_lag:3' }]);
    await comeBack(shop, order);
    await runDue(shop.app.deps);
    await pass(shop, 12 * minute);
    expect((await lookAt(shop, order)).status).toBe('authenticating');
    await pass(shop, 3 * minute);
    expect((await lookAt(shop, order)).status).toBe('paid');
    expect(await mailsOf(shop)).toEqual(['order-paid']);
  });

  it('row 40: a charge found after we said failed is held, given back at once, and told', async () => {
    await open();
    const order = await challengedOrder();
    shop.gateway.faults([{ fault: 'drop_after', on: 'SecureTran2', nth: 1 }, { fault: 'search_lag:9' }]);
    await comeBack(shop, order);
    await runDue(shop.app.deps);
    await pass(shop, 16 * minute);
    const failed = await lookAt(shop, order);
    expect(failed.status).toBe('failed');
    shop.gateway.faults([]);
    const due = { nextCheckAt: new Date(shop.app.clock.now()) };
    await shop.app.db.update(paymentAttempts).set(due).where(eq(paymentAttempts.id, failed.last.id));
    await runDue(shop.app.deps);
    const { status, last, balance } = await lookAt(shop, order);
    expect([status, last.state]).toEqual(['failed', 'extra']);
    expect(balance).toEqual(Object.fromEntries(Object.keys(balance).map((account) => [account, 0])));
    expect(await bothBooks(order)).toEqual({ held: 0, booked: 0 });
    expect(await itemsOf(shop, order)).toEqual([]);
    expect(await mailsOf(shop)).toEqual(['order-failed', 'order-refunded-late']);
    expect(await tasksOf(shop)).toEqual(['extra_payment']);
  });

  it('row 41: without a challenge exec is the charge: its lost reply is searched for, and one lost before it fails', async () => {
    await open();
    const paid = await orderFor(shop, { method: 'card', card: 'frictionless' });
    shop.gateway.faults([{ fault: 'drop_after', on: 'ExecTran', nth: 1 }]);
    await runDue(shop.app.deps);
    await pass(shop, 2 * minute);
    expect((await lookAt(shop, paid)).status).toBe('paid');
    const lost = await orderFor(shop, { method: 'card', card: 'frictionless' });
    shop.gateway.faults([{ fault: 'drop_before', on: 'ExecTran', nth: 1 }]);
    await runDue(shop.app.deps);
    await pass(shop, 15 * minute);
    const { status, last } = await lookAt(shop, lost);
    expect([status, last.failure]).toEqual(['failed', 'token']);
    expect(await bothBooks(lost)).toEqual({ held: 0, booked: 0 });
  });

  it('row 42: a card without 3-D Secure 2 is refused with words, never charged', async () => {
    await open();
    const order = await orderFor(shop, { method: 'card', card: 'tds_u' });
    await runDue(shop.app.deps);
    const { status, last } = await lookAt(shop, order);
    expect([status, last.failure]).toEqual(['failed', 'tds']);
    const { subject, text } = await takeMail(shop.app);
    expect(subject).toContain('お支払いが完了しませんでした');
    expect(text).toContain('本人認証が完了しませんでした。料金は発生していません。');
    expect(await bothBooks(order)).toEqual({ held: 0, booked: 0 });
  });

  it('row 43: a token that was used is refused as expired; the order is kept and can be paid', async () => {
    await open();
    const order = await storeOrder(shop.app);
    const token = shop.gateway.token('frictionless');
    const used = { ...shop, gateway: { ...shop.gateway, token: () => token } };
    const other = await orderFor(used, { method: 'card', card: 'frictionless' });
    await runDue(shop.app.deps);
    expect((await lookAt(shop, other)).status).toBe('paid');
    await tryToPay(used, order, { method: 'card', card: 'frictionless' });
    await runDue(shop.app.deps);
    const { status, last } = await lookAt(shop, order);
    expect([status, last.failure]).toEqual(['failed', 'token']);
    await tryToPay(shop, order, { method: 'card', card: 'frictionless' });
    await runDue(shop.app.deps);
    expect((await lookAt(shop, order)).status).toBe('paid');
  });

  it('row 46: five refusals in an hour lock card payment, for the person', async () => {
    await open();
    const order = await storeOrder(shop.app);
    const who = { userId: order.userId ?? 0, from: order.agreedFrom };
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await cardLockedUntil(shop.app.db, who, shop.app.clock.now())).toBeNull();
      await tryToPay(shop, order, { method: 'card', card: 'G02' });
      await runDue(shop.app.deps);
      shop.app.clock.advance(minute);
    }
    const until = await cardLockedUntil(shop.app.db, who, shop.app.clock.now());
    expect(until).not.toBeNull();
    await tryToPay(shop, order, { method: 'cvs' });
    await runDue(shop.app.deps);
    expect((await lookAt(shop, order)).status).toBe('awaiting_payment');
  });

  it('row 46: a later search of old refusals makes none of them new: nobody is locked by the night', async () => {
    await open();
    const order = await storeOrder(shop.app);
    const who = { userId: order.userId ?? 0, from: order.agreedFrom };
    for (let turn = 0; turn < 5; turn += 1) {
      await tryToPay(shop, order, { method: 'card', card: 'G02' });
      await runDue(shop.app.deps);
      shop.app.clock.advance(30 * minute);
    }
    shop.app.clock.advance(24 * 60 * minute);
    const searched = shop.app.clock.now();
    await runNight(shop.app.deps);
    await runDue(shop.app.deps);
    const attempts = await shop.app.db.select().from(paymentAttempts);
    expect(attempts.map(({ modified }) => modified.getTime() >= searched)).toEqual(Array(5).fill(true));
    expect(await cardLockedUntil(shop.app.db, who, shop.app.clock.now())).toBeNull();
  });

  it('row 46: a refusal counts from its end, also one whose owner was long at the bank', async () => {
    await open();
    const { app } = shop;
    const long = await orderFor(shop, { method: 'card' });
    const who = { userId: long.userId ?? 0, from: long.agreedFrom };
    await runDue(app.deps);
    app.clock.advance(19 * minute);
    await comeBack(shop, long, 'fail');
    await runDue(app.deps);
    app.clock.advance(45 * minute);
    const order = await storeOrder(app, { userId: who.userId });
    for (let turn = 0; turn < 4; turn += 1) {
      await assertCardOpen(app.db, who, app.clock.now());
      await tryToPay(shop, order, { method: 'card', card: 'G02' });
      await runDue(app.deps);
    }
    await expect(assertCardOpen(app.db, who, app.clock.now())).rejects.toThrow('card_locked');
  });

  it('row 50: a success after a refusal on the same order pays it', async () => {
    await open();
    const order = await orderFor(shop, { method: 'card', card: 'G02' });
    await runDue(shop.app.deps);
    const refused = await lookAt(shop, order);
    expect([refused.status, refused.last.failure, refused.last.errorCode]).toEqual([
      'failed',
      'limit',
      '42G020000',
    ]);
    await tryToPay(shop, order, { method: 'card', card: 'frictionless' });
    await runDue(shop.app.deps);
    const { status, attempts } = await lookAt(shop, order);
    expect([status, ...attempts.map(({ state }) => state)]).toEqual(['paid', 'refused', 'captured']);
  });

  it('row 58: five commands without an answer close the gateway, a search that is answered opens it again', async () => {
    await open();
    shop.gateway.faults([
      { fault: 'drop_before', on: 'ExecTran' },
      { fault: '5xx', on: 'SearchTrade' },
    ]);
    const all = [];
    for (let turn = 0; turn < 5; turn += 1)
      all.push(await orderFor(shop, { method: 'card', card: 'frictionless' }));
    await runDue(shop.app.deps);
    expect(await isGatewayDown(shop.app.db)).toBe(true);
    await pass(shop, 2 * 60 * minute, 10 * minute);
    expect(await isGatewayDown(shop.app.db)).toBe(true);
    expect(await tasksOf(shop)).toEqual(Array(5).fill('unknown'));
    const waiting = new Map((await workList(shop.app.deps)).map(({ title, lines }) => [title, lines]));
    expect(waiting.get('停止中')).toMatchObject([{ text: expect.stringContaining('カード') }]);
    expect(waiting.get('照会中の支払い')).toHaveLength(5);
    shop.gateway.faults([]);
    await pass(shop, 60 * minute, 5 * minute);
    expect(await isGatewayDown(shop.app.db)).toBe(false);
    for (const order of all) {
      expect((await lookAt(shop, order)).last.state).toBe('refused');
      expect(await bothBooks(order)).toEqual({ held: 0, booked: 0 });
    }
  });

  it('row 58: closed by entries that nobody searches for, the gateway is asked once a minute, and its answer opens it', async () => {
    await open();
    const { app, gateway } = shop;
    gateway.faults(['EntryTran', 'SearchTrade'].map((on) => ({ fault: '5xx', on })));
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' });
    await pass(shop, 2 * minute, 15_000);
    expect((await lookAt(shop, order)).attempts.map(({ state }) => state)).not.toContain('ready');
    expect(await isGatewayDown(app.db)).toBe(true);
    const asked = gateway.asked('SearchTrade');
    await pass(shop, 3 * minute, 15_000);
    expect(gateway.asked('SearchTrade') - asked).toBe(3);
    expect(await isGatewayDown(app.db)).toBe(true);
    gateway.faults([]);
    await pass(shop, minute);
    expect(await isGatewayDown(app.db)).toBe(false);
    expect((await lookAt(shop, order)).status).toBe('failed');
  });

  it('row 58: a reply to a command opens it, too', async () => {
    await open();
    await closeGateway(shop.app);
    expect(await isGatewayDown(shop.app.db)).toBe(true);
    await orderFor(shop, { method: 'cvs' });
    await runCommands(shop.app.deps);
    expect(await isGatewayDown(shop.app.db)).toBe(false);
  });
});
