import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GuardianOrder } from '#contracts/shopGuardian.ts';
import { guardians, users } from '../../db/schema/accounts.ts';
import { courses } from '../../db/schema/catalog.ts';
import { guardianOrders } from '../../db/schema/guardianOrder.ts';
import { inventories } from '../../db/schema/learning.ts';
import { couponHolds, orders, paymentAttempts } from '../../db/schema/order.ts';
import { checkouts, coupons } from '../../db/schema/shop.ts';
import { expireDue } from '../../domain/order/expire.ts';
import { japaneseDay } from '../../domain/watchhistory/studyTime.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import {
  confirmCheckout,
  fillCart,
  type MadeBody,
  type OrderBody,
  openCheckout,
  openTestShop,
  order,
  type Paying,
  readOrder,
  readState,
  runMoney,
  signInBuyer,
  storeCoupon,
  type TestShop,
} from '../../testing/buyer.ts';
import { storeCourse } from '../../testing/catalog.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import { linkIn, takeMails, type WaitingMail } from '../../testing/mails.ts';
import type { SignedIn } from '../../testing/users.ts';

const day = 86_400_000;
const wrongToken = 'A'.repeat(43);
const cvs: Paying = { method: 'cvs', cvs_code: '10001' };
/** What the page of a minor sends: no card is typed in before a guardian has agreed. */
const cardLater: Paying = { method: 'card' };
const payer = {
  kind: 'guardian',
  family_name: '山田',
  given_name: '花子',
  family_name_kana: 'ヤマダ',
  given_name_kana: 'ハナコ',
  phone: '09087654321',
};
let shop: TestShop;
let app: TestApp;
let child: SignedIn;
let product: string;

beforeEach(async () => {
  shop = await openTestShop();
  app = shop.app;
  child = await signInBuyer(app, { birthDate: '2012-05-05' });
  await storeGuardian();
  product = `course-${(await storeCourse(app.deps)).id}`;
});
afterEach(() => shop.gateway.stop());

async function storeGuardian(fields: Partial<typeof guardians.$inferInsert> = {}): Promise<void> {
  const now = new Date(app.clock.now());
  const row = {
    userId: child.id,
    name: '山田 花子',
    nameKana: 'ヤマダ ハナコ',
    email: 'hanako@example.jp',
    phone: '09087654321',
    relation: 'mother',
    status: 'confirmed',
    tokenHash: 'of-the-registration',
    requested: now,
    expires: new Date(now.getTime() + 7 * day),
    ...fields,
  };
  await app.db.insert(guardians).values(row).onConflictDoUpdate({ target: guardians.userId, set: row });
}

/** Token of the mail to the guardian that was written last. */
function tokenIn(mails: readonly WaitingMail[]): string {
  const mail = mails.filter(({ kind }) => kind === 'order-guardian-ask').at(-1);
  return mail ? (linkIn(mail).searchParams.get('order') ?? '') : '';
}

type Asked = { placed: OrderBody; token: string; mails: WaitingMail[] };
async function askedOrder(paying: Paying = cardLater): Promise<Asked> {
  const placed = await order(app, child, [product], paying);
  const mails = await takeMails(app);
  return { placed, mails, token: tokenIn(mails) };
}

const path = (token: string, act = '') => `/api/shop/guardian/${token}/order/${act}`;
const open = (token: string) => app.call('GET', path(token));
const seen = (token: string) => bodyOf<GuardianOrder>(open(token));
const decline = (token: string) => app.call('POST', path(token, 'decline/'));
const pay = (token: string, json: object) =>
  app.call('POST', path(token, 'pay/'), { json: { payer, ...json } });
async function approve(token: string, fields: object = {}): Promise<Response> {
  const { order: shown } = await seen(token);
  const json = { confirm_hash: shown?.confirm_hash ?? '', agree: true, ...fields };
  return app.call('POST', path(token, 'approve/'), { json });
}
const card = () => ({
  method: 'card',
  gmo_token: shop.gateway.token('frictionless'),
  card: { brand: 'VISA', last4: '4444', expiry: '3912' },
});

const stored = async () => (await app.db.select().from(orders))[0];
const asked = async () => (await app.db.select().from(guardianOrders))[0];
const attemptStates = async () => (await app.db.select().from(paymentAttempts)).map(({ state }) => state);
const holdState = async () => (await app.db.select().from(couponHolds))[0]?.state;
const remaining = async () => (await app.db.select({ left: coupons.remaining }).from(coupons))[0]?.left;
const kinds = async () => (await takeMails(app)).map(({ kind }) => kind);

describe('an order of somebody under 18', () => {
  it('waits for their guardian for seven days, with price and coupon held and nothing tried', async () => {
    await storeCoupon(app);
    const { placed, mails } = await askedOrder(cvs);
    expect(placed).toMatchObject({ status: 'awaiting_guardian', can_cancel: true, can_retry: false });
    expect((await stored())?.dueAt?.getTime()).toBe(app.clock.now() + 7 * day);
    expect(await attemptStates()).toEqual([]);
    expect([await holdState(), await remaining()]).toEqual(['reserved', 0]);
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([
      ['order-guardian-ask', 'hanako@example.jp'],
      ['order-ordered', child.email],
    ]);
    expect(mails[1]?.text).toContain('保護者の方に、確認のメールをお送りしました');
    expect(await readState(app, child, placed.id)).toMatchObject({ next: 'done', is_uncharged: true });
  });

  it('needs no card before, and keeps none that is sent all the same', async () => {
    await fillCart(app, child, [product]);
    const offer = await openCheckout(app, child, card() as Paying);
    const [row] = await app.db.select().from(checkouts);
    expect(row).toMatchObject({
      token: null,
      snapshot: { needsGuardian: true, card: null, saveCard: false },
    });
    expect((await confirmCheckout(app, child, offer)).status).toBe(201);
  });

  it('is refused while no guardian is named, and while the one who was has said no', async () => {
    await storeGuardian({ status: 'declined' });
    await fillCart(app, child, [product]);
    await expect(openCheckout(app, child, cvs)).rejects.toThrow('guardian_required');
    await storeGuardian({ status: 'requested' });
    const offer = await openCheckout(app, child, cvs);
    await app.db.delete(guardians);
    expect(await refusalOf(confirmCheckout(app, child, offer))).toBe('403 guardian_required');
    expect(await stored()).toBeUndefined();
  });

  it('is over after seven days without a word: the coupon is back, and the link opens nothing', async () => {
    await storeCoupon(app);
    const { token } = await askedOrder();
    app.clock.advance(7 * day - 1);
    await expireDue(app.deps);
    expect((await stored())?.status).toBe('awaiting_guardian');
    app.clock.advance(1);
    await expireDue(app.deps);
    expect(await stored()).toMatchObject({ status: 'expired', cancelReason: 'guardian' });
    expect([await holdState(), await remaining()]).toEqual(['returned', 1]);
    const [mail] = await takeMails(app);
    expect([mail?.kind, mail?.subject]).toEqual([
      'order-expired',
      expect.stringContaining('保護者の方の確認がないまま'),
    ]);
    expect(await refusalOf(open(token))).toBe('404 not_found');
  });

  it('is over, too, when nobody pays within seven days after the guardian’s word', async () => {
    await storeCoupon(app);
    const { token } = await askedOrder();
    await approve(token);
    app.clock.advance(7 * day);
    await expireDue(app.deps);
    expect(await stored()).toMatchObject({ status: 'expired', cancelReason: 'due' });
    expect([await holdState(), await remaining()]).toEqual(['returned', 1]);
  });
});

describe('the link', () => {
  it('shows the very text that was ordered', async () => {
    const { placed, token } = await askedOrder();
    const answer = await open(token);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const { status, order: shown } = await bodyOf<GuardianOrder>(answer);
    expect(status).toMatchObject({ state: 'asked', next: 'done' });
    expect(shown).toMatchObject({
      order_no: placed.order_no,
      learner_name: '山田 太郎',
      guardian_name: '山田 花子',
      total: placed.total,
      can_pay: false,
    });
    const row = await stored();
    expect([shown?.confirm, shown?.confirm_hash]).toEqual([row?.confirmText, row?.confirmHash]);
    expect(shown?.confirm.flatMap(({ lines }) => lines).join('')).toContain(
      '保護者の方が7日以内に確認した後',
    );
    // What the guardian has told of themselves stands on no page that may be forwarded.
    expect(JSON.stringify(shown)).not.toContain('09087654321');
    expect(JSON.stringify(shown)).not.toContain('hanako@');
  });

  it('that is wrong is not found, whatever is asked of it, and logs nobody out', async () => {
    await askedOrder();
    const caller = { token: child.token };
    const agreed = { confirm_hash: 'x', agree: true };
    const calls = [
      app.call('GET', path(wrongToken), caller),
      app.call('GET', path(wrongToken, 'status/'), caller),
      app.call('POST', path(wrongToken, 'approve/'), { ...caller, json: agreed }),
      app.call('POST', path(wrongToken, 'decline/'), caller),
      app.call('POST', path(wrongToken, 'pay/'), { ...caller, json: { method: 'bank', payer } }),
      app.call('GET', path('x'), { token: 'nobody' }),
    ];
    for (const call of calls) expect(await refusalOf(call)).toBe('404 not_found');
    expect((await stored())?.status).toBe('awaiting_guardian');
  });

  it('of the registration, and that of another order, open nothing of this one', async () => {
    const first = await askedOrder();
    product = `course-${(await storeCourse(app.deps)).id}`;
    const second = await askedOrder();
    expect((await seen(second.token)).order?.order_no).toBe(second.placed.order_no);
    await decline(second.token);
    expect((await seen(first.token)).status.state).toBe('asked');
    expect(await refusalOf(app.call('GET', `/accounts/guardian/${first.token}/`))).toBe('410 link_expired');
  });

  it('is sent again by who has ordered: the former one opens nothing, and there is an end to it', async () => {
    const { placed, token } = await askedOrder();
    const ask = (who = child) =>
      app.call('POST', `/api/shop/order/${placed.id}/guardian/`, { token: who.token });
    const answer = await ask();
    expect([answer.status, await bodyOf(answer)]).toEqual([
      202,
      { kind: 'asked', email_masked: 'h*****@example.jp' },
    ]);
    const fresh = tokenIn(await takeMails(app));
    expect(await refusalOf(open(token))).toBe('404 not_found');
    expect((await seen(fresh)).status.state).toBe('asked');
    expect((await asked())?.expires).toEqual((await stored())?.dueAt);
    expect(await refusalOf(ask(await app.signIn()))).toBe('404 not_found');
    for (let n = 0; n < 8; n += 1) expect((await ask()).status).toBe(202);
    expect(await refusalOf(ask())).toBe('429 rate');
    expect(await takeMails(app)).toHaveLength(8);
  });

  it('is not sent for what waits for no guardian', async () => {
    const { placed, token } = await askedOrder();
    await decline(token);
    const ask = () => app.call('POST', `/api/shop/order/${placed.id}/guardian/`, { token: child.token });
    expect(await refusalOf(ask())).toBe('409 not_retryable');
    await expectMembersOnly(app, child, (caller) =>
      app.call('POST', `/api/shop/order/${placed.id}/guardian/`, caller),
    );
  });
});

describe('a guardian who agrees', () => {
  it('is kept with the hash of the text, the time, the network and the browser; told twice, it is one word', async () => {
    const { token } = await askedOrder();
    const answers = await Promise.all([approve(token), approve(token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const row = await stored();
    expect(row).toMatchObject({ status: 'confirmed' });
    const consent = await asked();
    expect(consent).toMatchObject({
      decision: 'approved',
      textHash: row?.confirmHash,
      decided: new Date(app.clock.now()),
      decidedFrom: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect(await attemptStates()).toEqual([]);
    expect(await kinds()).toEqual(['order-guardian-approved']);
    expect((await seen(token)).status).toMatchObject({ state: 'approved', next: 'done' });
    expect((await seen(token)).order).toMatchObject({ can_pay: true, methods: ['card', 'cvs', 'bank'] });
  });

  it('has to agree, and to what is shown', async () => {
    const { token } = await askedOrder();
    expect(await refusalOf(approve(token, { agree: false }))).toBe('400 validation');
    expect(await refusalOf(approve(token, { confirm_hash: 'another' }))).toBe('412 price_changed');
    expect(await asked()).toMatchObject({ decision: null, textHash: null });
    expect((await stored())?.status).toBe('awaiting_guardian');
  });

  it('does so at the price and with the coupon of the order, dearer and over meanwhile', async () => {
    await storeCoupon(app, { expiresAt: new Date(app.clock.now() + day) });
    await app.db.update(courses).set({ saleEndsAt: new Date(app.clock.now() + day) });
    const { placed, token } = await askedOrder();
    await app.db.update(courses).set({ price: 99_000 });
    app.clock.advance(2 * day);
    expect((await approve(token)).status).toBe(200);
    await pay(token, card());
    await runMoney(app);
    expect(await stored()).toMatchObject({ status: 'paid', total: placed.total });
    expect(await holdState()).toBe('used');
  });

  it('is shown what reads otherwise now, and nothing is stored', async () => {
    const { token } = await askedOrder();
    await app.db.update(courses).set({ name: 'まったく別の講座' });
    const answer = await approve(token);
    const { code, changes } = await bodyOf<FailureBody & { changes: { title: string; after: string }[] }>(
      answer,
    );
    expect([answer.status, code]).toEqual([412, 'price_changed']);
    expect(changes.find(({ title }) => title === '内容と分量')?.after).toContain('まったく別の講座');
    expect([(await stored())?.status, (await asked())?.decision]).toEqual(['awaiting_guardian', null]);
  });

  it('row 110: who has come of age by then needs nobody’s word, and pays by what they like', async () => {
    const birthday = japaneseDay(app.clock.now() + 2 * day);
    const birthDate = `${Number(birthday.slice(0, 4)) - 18}${birthday.slice(4)}`;
    await app.db.update(users).set({ birthDate }).where(eq(users.id, child.id));
    const { placed, token } = await askedOrder();
    app.clock.advance(3 * day);
    expect((await approve(token)).status).toBe(200);
    expect(await asked()).toMatchObject({ decision: 'released', textHash: null });
    expect((await stored())?.status).toBe('confirmed');
    expect(await kinds()).toEqual(['order-guardian-released']);
    child = await app.signIn(child);
    const retry = { token: child.token, json: card() };
    expect((await app.call('POST', `/api/shop/order/${placed.id}/retry/`, retry)).status).toBe(200);
    await runMoney(app);
    expect((await stored())?.status).toBe('paid');
  });

  it('row 110: a birth date that was put right is judged as it is then, by the learner’s own press, too', async () => {
    const { placed } = await askedOrder();
    await app.db.update(users).set({ birthDate: '1990-05-05' });
    const answer = app.call('POST', `/api/shop/order/${placed.id}/guardian/`, { token: child.token });
    expect(await bodyOf(answer)).toMatchObject({ kind: 'released' });
    expect((await stored())?.status).toBe('confirmed');
    expect(await kinds()).toEqual(['order-guardian-released']);
  });

  it('row 110: a guardian who was replaced has no word any more; the new one is asked by another mail', async () => {
    const { placed, token } = await askedOrder();
    await storeGuardian({ name: '山田 一郎', email: 'ichiro@example.jp', status: 'requested' });
    expect(await refusalOf(approve(token))).toBe('409 conflict');
    await storeGuardian({ status: 'declined' });
    expect(await refusalOf(approve(token))).toBe('409 conflict');
    expect((await stored())?.status).toBe('awaiting_guardian');
    await storeGuardian({ name: '山田 一郎', email: 'ichiro@example.jp', status: 'requested' });
    await app.call('POST', `/api/shop/order/${placed.id}/guardian/`, { token: child.token });
    const mails = await takeMails(app);
    expect(mails.map(({ to }) => to)).toEqual(['ichiro@example.jp']);
    expect((await approve(tokenIn(mails))).status).toBe(200);
    expect(await refusalOf(open(token))).toBe('404 not_found');
  });

  it('cannot for an order that its learner has called off', async () => {
    const { placed, token } = await askedOrder();
    const { confirm_hash } = (await seen(token)).order ?? { confirm_hash: '' };
    await app.call('POST', `/api/shop/order/${placed.id}/cancel/`, { token: child.token, json: {} });
    const json = { confirm_hash, agree: true };
    expect(await refusalOf(app.call('POST', path(token, 'approve/'), { json }))).toBe('409 conflict');
    expect(await seen(token)).toMatchObject({ status: { state: 'over' }, order: null });
  });
});

describe('paying by the link', () => {
  it('is not possible before the word', async () => {
    const { token } = await askedOrder();
    expect(await refusalOf(pay(token, card()))).toBe('409 not_retryable');
    expect(await attemptStates()).toEqual([]);
  });

  it('row 111: by card, of which nothing is kept for the learner; opened once more, the state alone is shown', async () => {
    const { placed, token } = await askedOrder();
    await approve(token);
    await takeMails(app);
    const { status } = await bodyOf<GuardianOrder>(pay(token, card()));
    expect(status).toMatchObject({ state: 'approved', next: 'poll', is_uncharged: false });
    await runMoney(app);
    expect(await readOrder(app, child, placed.id)).toMatchObject({ status: 'paid', method: 'card' });
    expect(await app.db.select().from(inventories)).toHaveLength(1);
    expect(await kinds()).toEqual(['order-paid']);
    const [attempt] = await app.db.select().from(paymentAttempts);
    expect(attempt).toMatchObject({ cardId: null, secret: null });
    const after = await seen(token);
    expect(after).toMatchObject({ status: { state: 'paid' }, order: null });
    expect(JSON.stringify(after)).not.toContain('山田');
    expect(JSON.stringify(after)).not.toContain(placed.order_no);
    // Neither a second payment nor a late no comes of it.
    expect((await pay(token, card())).status).toBe(200);
    expect(await refusalOf(decline(token))).toBe('409 conflict');
    await runMoney(app);
    expect(await attemptStates()).toEqual(['captured']);
  });

  it('shows a store’s number there, and pays in another way as long as nobody has', async () => {
    const { token } = await askedOrder();
    await approve(token);
    await pay(token, { method: 'cvs', cvs_code: '10001' });
    await runMoney(app);
    const { status, order: shown } = await seen(token);
    expect(status).toMatchObject({ state: 'approved', next: 'done' });
    expect(shown?.payment.cvs?.receipt_no).toMatch(/\d/);
    expect(shown?.can_pay).toBe(true);
    expect(await refusalOf(decline(token))).toBe('409 payment_checking');
    await pay(token, { method: 'bank' });
    await runMoney(app);
    expect((await seen(token)).order?.payment.bank?.number).toMatch(/\d/);
    expect((await stored())?.status).toBe('awaiting_payment');
  });

  it('says why a card was refused, and takes another', async () => {
    const { token } = await askedOrder();
    await approve(token);
    await pay(token, { ...card(), gmo_token: shop.gateway.token('G02') });
    await runMoney(app);
    const status = await bodyOf<GuardianOrder['status']>(app.call('GET', path(token, 'status/')));
    expect(status).toMatchObject({ state: 'approved', next: 'failed', failure: 'limit', is_uncharged: true });
    await pay(token, card());
    await runMoney(app);
    expect((await seen(token)).status.state).toBe('paid');
  });

  it('pressed twice makes one attempt', async () => {
    const { token } = await askedOrder();
    await approve(token);
    const answers = await Promise.all([pay(token, card()), pay(token, card())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await attemptStates()).toHaveLength(1);
  });
});

describe('the learner', () => {
  it('pays what was agreed to at a store or a bank, and never with a card', async () => {
    const { placed, token } = await askedOrder();
    const retry = (json: object) =>
      app.call('POST', `/api/shop/order/${placed.id}/retry/`, { token: child.token, json });
    expect(await refusalOf(retry(cvs))).toBe('409 not_retryable');
    await approve(token);
    expect(await readOrder(app, child, placed.id)).toMatchObject({
      status: 'confirmed',
      can_retry: true,
      guardian: { decision: 'approved', allows_card: false },
    });
    expect(await readState(app, child, placed.id)).toMatchObject({ next: 'done' });
    expect(await refusalOf(retry(card()))).toBe('409 method_closed');
    const { state } = await bodyOf<MadeBody>(retry(cvs));
    expect(state.next).toBe('poll');
    await runMoney(app);
    expect((await readOrder(app, child, placed.id)).payment.cvs?.receipt_no).toMatch(/\d/);
    expect((await seen(token)).order?.payment.cvs?.receipt_no).toMatch(/\d/);
  });
});

describe('a guardian who declines', () => {
  it('row 111: ends the order, gives the coupon back and tells the learner; opened again, the state alone', async () => {
    await storeCoupon(app);
    const { token } = await askedOrder();
    const { confirm_hash } = (await seen(token)).order ?? { confirm_hash: '' };
    const body = await bodyOf<GuardianOrder>(decline(token));
    expect(body).toMatchObject({ status: { state: 'declined' }, order: null });
    expect(await stored()).toMatchObject({ status: 'canceled', cancelReason: 'guardian_declined' });
    expect([await holdState(), await remaining()]).toEqual(['returned', 1]);
    const mails = await takeMails(app);
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([['order-guardian-declined', child.email]]);
    expect(await seen(token)).toMatchObject({ status: { state: 'declined' }, order: null });
    expect((await decline(token)).status).toBe(200);
    const json = { confirm_hash, agree: true };
    expect(await refusalOf(app.call('POST', path(token, 'approve/'), { json }))).toBe('409 conflict');
    expect(await refusalOf(pay(token, card()))).toBe('409 not_retryable');
    expect(await takeMails(app)).toEqual([]);
    expect(await remaining()).toBe(1);
  });

  it('may do so after the word, too, as long as nothing was begun', async () => {
    const { token } = await askedOrder();
    await approve(token);
    expect((await decline(token)).status).toBe(200);
    expect((await stored())?.status).toBe('canceled');
  });
});
