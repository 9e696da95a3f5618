import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GuardianOrder } from '#contracts/shopGuardian.ts';
import { guardians, users } from '../../db/schema/accounts.ts';
import { courses } from '../../db/schema/catalog.ts';
import { checkouts } from '../../db/schema/shop.ts';
import { transaction } from '../../db/transaction.ts';
import { expireDue } from '../../domain/order/expire.ts';
import { japaneseDay } from '../../domain/watchhistory/studyTime.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import {
  confirmCheckout,
  fillCart,
  openCheckout,
  type Paying,
  readState,
  runMoney,
  storeCoupon,
} from '../../testing/buyer.ts';
import { storeCourse } from '../../testing/catalog.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import {
  askedOrder,
  attemptStates,
  couponState,
  type Family,
  Guardian,
  linkPath,
  openFamily,
  storedAsk,
  storedOrder,
  storeGuardian,
  tokenIn,
} from '../../testing/guardianOrders.ts';
import { takeMails } from '../../testing/mails.ts';
import type { SignedIn } from '../../testing/users.ts';

const day = 86_400_000;
const wrongToken = 'A'.repeat(43);
const cvs: Paying = { method: 'cvs', cvs_code: '10001' };
let family: Family;
let app: TestApp;
let child: SignedIn;
let guardian: Guardian;

beforeEach(async () => {
  family = await openFamily();
  ({ app, child } = family);
  guardian = new Guardian(family);
});
afterEach(() => family.gateway.stop());

const card = () => ({
  method: 'card',
  gmo_token: family.gateway.token('frictionless'),
  card: { brand: 'VISA', last4: '4444', expiry: '3912' },
});
const kinds = async () => (await takeMails(app)).map(({ kind }) => kind);

describe('an order of somebody under 18', () => {
  it('waits for their guardian for seven days, with price and coupon held and nothing tried', async () => {
    await storeCoupon(app);
    const { placed, mails } = await askedOrder(family, cvs);
    expect(placed).toMatchObject({ status: 'awaiting_guardian', can_cancel: true, can_retry: false });
    expect((await storedOrder(family))?.dueAt?.getTime()).toBe(app.clock.now() + 7 * day);
    expect(await attemptStates(family)).toEqual([]);
    expect(await couponState(family)).toEqual(['reserved', 0]);
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([
      ['order-guardian-ask', 'hanako@example.jp'],
      ['order-ordered', child.email],
    ]);
    expect(mails[1]?.text).toContain('保護者の方に、確認のメールをお送りしました');
    expect(await readState(app, child, placed.id)).toMatchObject({ next: 'done', is_uncharged: true });
  });

  it('needs no card before, and keeps none that is sent all the same', async () => {
    await fillCart(app, child, [family.product]);
    const offer = await openCheckout(app, child, card() as Paying);
    const [row] = await app.db.select().from(checkouts);
    expect(row).toMatchObject({
      token: null,
      snapshot: { needsGuardian: true, card: null, saveCard: false },
    });
    expect((await confirmCheckout(app, child, offer)).status).toBe(201);
  });

  it('is refused while no guardian is named, and while the one who was has said no', async () => {
    await storeGuardian(family, { status: 'declined' });
    await fillCart(app, child, [family.product]);
    await expect(openCheckout(app, child, cvs)).rejects.toThrow('guardian_required');
    await storeGuardian(family, { status: 'requested' });
    const offer = await openCheckout(app, child, cvs);
    await app.db.delete(guardians);
    expect(await refusalOf(confirmCheckout(app, child, offer))).toBe('403 guardian_required');
    expect(await storedOrder(family)).toBeUndefined();
  });

  it('is over after seven days without a word: the coupon is back, and the link opens nothing', async () => {
    await storeCoupon(app);
    const { token } = await askedOrder(family);
    app.clock.advance(7 * day - 1);
    await expireDue(app.deps);
    expect((await storedOrder(family))?.status).toBe('awaiting_guardian');
    app.clock.advance(1);
    await expireDue(app.deps);
    expect(await storedOrder(family)).toMatchObject({ status: 'expired', cancelReason: 'guardian' });
    expect(await couponState(family)).toEqual(['returned', 1]);
    const [mail] = await takeMails(app);
    expect([mail?.kind, mail?.subject]).toEqual([
      'order-expired',
      expect.stringContaining('保護者の方の確認がないまま'),
    ]);
    expect(await refusalOf(guardian.open(token))).toBe('404 not_found');
  });

  it('is over, too, when nobody pays within seven days after the guardian’s word', async () => {
    await storeCoupon(app);
    const { token } = await askedOrder(family);
    await guardian.approve(token);
    app.clock.advance(7 * day);
    await expireDue(app.deps);
    expect(await storedOrder(family)).toMatchObject({ status: 'expired', cancelReason: 'due' });
    expect(await couponState(family)).toEqual(['returned', 1]);
  });
});

describe('the link', () => {
  it('shows the very text that was ordered', async () => {
    const { placed, token } = await askedOrder(family);
    const answer = await guardian.open(token);
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
    const row = await storedOrder(family);
    expect([shown?.confirm, shown?.confirm_hash]).toEqual([row?.confirmText, row?.confirmHash]);
    expect(shown?.confirm.flatMap(({ lines }) => lines).join('')).toContain(
      '保護者の方が7日以内に確認した後',
    );
    // The guardian's personal data are on no page whose link may be forwarded.
    expect(JSON.stringify(shown)).not.toContain('09087654321');
    expect(JSON.stringify(shown)).not.toContain('hanako@');
  });

  it('that is wrong is not found, whatever is asked of it, and logs nobody out', async () => {
    await askedOrder(family);
    const caller = { token: child.token };
    const agreed = { confirm_hash: 'x', agree: true };
    const calls = [
      app.call('GET', linkPath(wrongToken), caller),
      app.call('GET', linkPath(wrongToken, 'status/'), caller),
      app.call('POST', linkPath(wrongToken, 'approve/'), { ...caller, json: agreed }),
      app.call('POST', linkPath(wrongToken, 'decline/'), caller),
      app.call('POST', linkPath(wrongToken, 'pay/'), { ...caller, json: { method: 'bank' } }),
      app.call('GET', linkPath('x'), { token: 'nobody' }),
    ];
    for (const call of calls) expect(await refusalOf(call)).toBe('404 not_found');
    expect((await storedOrder(family))?.status).toBe('awaiting_guardian');
  });

  it('of the registration, and that of another order, open nothing of this one', async () => {
    const first = await askedOrder(family);
    const other = `course-${(await storeCourse(app.deps)).id}`;
    const second = await askedOrder({ ...family, product: other });
    expect((await guardian.seen(second.token)).order?.order_no).toBe(second.placed.order_no);
    await guardian.decline(second.token);
    expect((await guardian.seen(first.token)).status.state).toBe('asked');
    expect(await refusalOf(app.call('GET', `/accounts/guardian/${first.token}/`))).toBe('410 link_expired');
  });

  it('is sent again by who has ordered: the former one opens nothing, and there is an end to it', async () => {
    const { placed, token } = await askedOrder(family);
    const ask = (who = child) =>
      app.call('POST', `/api/shop/order/${placed.id}/guardian/`, { token: who.token });
    const answer = await ask();
    expect([answer.status, await bodyOf(answer)]).toEqual([
      202,
      { kind: 'asked', email_masked: 'h*****@example.jp' },
    ]);
    const fresh = tokenIn(await takeMails(app));
    expect(await refusalOf(guardian.open(token))).toBe('404 not_found');
    expect((await guardian.seen(fresh)).status.state).toBe('asked');
    expect((await storedAsk(family))?.expires).toEqual((await storedOrder(family))?.dueAt);
    expect(await refusalOf(ask(await app.signIn()))).toBe('404 not_found');
    for (let n = 0; n < 8; n += 1) expect((await ask()).status).toBe(202);
    expect(await refusalOf(ask())).toBe('429 rate');
    expect(await takeMails(app)).toHaveLength(8);
  });

  it('is not sent for what waits for no guardian', async () => {
    const { placed, token } = await askedOrder(family);
    await guardian.decline(token);
    const ask = () => app.call('POST', `/api/shop/order/${placed.id}/guardian/`, { token: child.token });
    expect(await refusalOf(ask())).toBe('409 not_retryable');
    await expectMembersOnly(app, child, (caller) =>
      app.call('POST', `/api/shop/order/${placed.id}/guardian/`, caller),
    );
  });
});

describe('a guardian who agrees', () => {
  it('is kept with the hash of the text, the time, the network and the browser; told twice, it is one word', async () => {
    const { token } = await askedOrder(family);
    const answers = await Promise.all([guardian.approve(token), guardian.approve(token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const row = await storedOrder(family);
    expect(row).toMatchObject({ status: 'confirmed' });
    const consent = await storedAsk(family);
    expect(consent).toMatchObject({
      decision: 'approved',
      textHash: row?.confirmHash,
      decided: new Date(app.clock.now()),
      decidedFrom: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect(await attemptStates(family)).toEqual([]);
    expect(await kinds()).toEqual(['order-guardian-approved']);
    expect((await guardian.seen(token)).status).toMatchObject({ state: 'approved', next: 'done' });
    expect((await guardian.seen(token)).order).toMatchObject({
      can_pay: true,
      methods: ['card', 'cvs', 'bank'],
    });
  });

  it('has to agree, and to what is shown', async () => {
    const { token } = await askedOrder(family);
    expect(await refusalOf(guardian.approve(token, { agree: false }))).toBe('400 validation');
    expect(await refusalOf(guardian.approve(token, { confirm_hash: 'another' }))).toBe('412 price_changed');
    expect(await storedAsk(family)).toMatchObject({ decision: null, textHash: null });
    expect((await storedOrder(family))?.status).toBe('awaiting_guardian');
  });

  it('does so at the price and with the coupon of the order, dearer and over meanwhile', async () => {
    await storeCoupon(app, { expiresAt: new Date(app.clock.now() + day) });
    await app.db.update(courses).set({ saleEndsAt: new Date(app.clock.now() + day) });
    const { placed, token } = await askedOrder(family);
    await app.db.update(courses).set({ price: 99_000 });
    app.clock.advance(2 * day);
    expect((await guardian.approve(token)).status).toBe(200);
    await guardian.pay(token, card());
    await runMoney(app);
    expect(await storedOrder(family)).toMatchObject({ status: 'paid', total: placed.total });
    expect(await couponState(family)).toEqual(['used', 0]);
  });

  it('is shown what reads otherwise now, and nothing is stored', async () => {
    const { token } = await askedOrder(family);
    await app.db.update(courses).set({ name: 'まったく別の講座' });
    const answer = await guardian.approve(token);
    const { code, changes } = await bodyOf<FailureBody & { changes: { title: string; after: string }[] }>(
      answer,
    );
    expect([answer.status, code]).toEqual([412, 'price_changed']);
    expect(changes.find(({ title }) => title === '内容と分量')?.after).toContain('まったく別の講座');
    expect([(await storedOrder(family))?.status, (await storedAsk(family))?.decision]).toEqual([
      'awaiting_guardian',
      null,
    ]);
  });

  it('row 110: who has come of age by then needs nobody’s word, and pays by what they like', async () => {
    const birthday = japaneseDay(app.clock.now() + 2 * day);
    const birthDate = `${Number(birthday.slice(0, 4)) - 18}${birthday.slice(4)}`;
    await app.db.update(users).set({ birthDate }).where(eq(users.id, child.id));
    const { placed, token } = await askedOrder(family);
    app.clock.advance(3 * day);
    expect((await guardian.approve(token)).status).toBe(200);
    expect(await storedAsk(family)).toMatchObject({ decision: 'released', textHash: null });
    expect((await storedOrder(family))?.status).toBe('confirmed');
    expect(await kinds()).toEqual(['order-guardian-released']);
    // The link is still there to pay by, but it does not end the order of somebody who is of age.
    expect(await refusalOf(guardian.decline(token))).toBe('409 conflict');
    expect((await storedOrder(family))?.status).toBe('confirmed');
    child = await app.signIn(child);
    const retry = { token: child.token, json: card() };
    expect((await app.call('POST', `/api/shop/order/${placed.id}/retry/`, retry)).status).toBe(200);
    await runMoney(app);
    expect((await storedOrder(family))?.status).toBe('paid');
  });

  it('row 110: a birth date that was put right is judged as it is then, by the learner’s own press, too', async () => {
    const { placed, token } = await askedOrder(family);
    await app.db.update(users).set({ birthDate: '1990-05-05' });
    expect(await refusalOf(guardian.decline(token))).toBe('409 conflict');
    expect((await storedOrder(family))?.status).toBe('awaiting_guardian');
    const answer = app.call('POST', `/api/shop/order/${placed.id}/guardian/`, { token: child.token });
    expect(await bodyOf(answer)).toMatchObject({ kind: 'released' });
    expect((await storedOrder(family))?.status).toBe('confirmed');
    expect(await kinds()).toEqual(['order-guardian-released']);
  });

  it('row 110: a birth date that changes at the same moment is seen: the press waits for the row', async () => {
    const { token } = await askedOrder(family);
    const press = await transaction(app.db, async (tx) => {
      await tx.update(users).set({ birthDate: '1990-05-05' }).where(eq(users.id, child.id));
      const answer = guardian.approve(token);
      for (let turn = 0; turn < 20; turn += 1) await tx.execute(sql`select 1`);
      return { answer };
    });
    expect((await press.answer).status).toBe(200);
    expect(await storedAsk(family)).toMatchObject({ decision: 'released', textHash: null });
  });

  it('row 110: a guardian who was replaced has no word any more; the new one is asked by another mail', async () => {
    const { placed, token } = await askedOrder(family);
    await storeGuardian(family, { name: '山田 一郎', email: 'ichiro@example.jp', status: 'requested' });
    expect(await refusalOf(guardian.approve(token))).toBe('409 conflict');
    expect(await refusalOf(guardian.decline(token))).toBe('409 conflict');
    await storeGuardian(family, { status: 'declined' });
    expect(await refusalOf(guardian.approve(token))).toBe('409 conflict');
    expect((await storedOrder(family))?.status).toBe('awaiting_guardian');
    await storeGuardian(family, { name: '山田 一郎', email: 'ichiro@example.jp', status: 'requested' });
    await app.call('POST', `/api/shop/order/${placed.id}/guardian/`, { token: child.token });
    const mails = await takeMails(app);
    expect(mails.map(({ to }) => to)).toEqual(['ichiro@example.jp']);
    expect((await guardian.approve(tokenIn(mails))).status).toBe(200);
    expect(await refusalOf(guardian.open(token))).toBe('404 not_found');
  });

  it('cannot for an order that its learner has called off', async () => {
    const { placed, token } = await askedOrder(family);
    const { confirm_hash } = (await guardian.seen(token)).order ?? { confirm_hash: '' };
    await app.call('POST', `/api/shop/order/${placed.id}/cancel/`, { token: child.token, json: {} });
    const json = { confirm_hash, agree: true };
    expect(await refusalOf(app.call('POST', linkPath(token, 'approve/'), { json }))).toBe('409 conflict');
    expect(await guardian.seen(token)).toMatchObject({ status: { state: 'over' }, order: null });
  });
});
