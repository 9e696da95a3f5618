import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GuardianOrder } from '#contracts/shopGuardian.ts';
import { inventories } from '../../db/schema/learning.ts';
import { paymentAttempts } from '../../db/schema/order.ts';
import { noteAnswer } from '../../domain/order/gatewayHealth.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import {
  closeGateway,
  type MadeBody,
  type Paying,
  readOrder,
  readState,
  runMoney,
  storeCoupon,
} from '../../testing/buyer.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import {
  askedOrder,
  attemptStates,
  couponState,
  type Family,
  Guardian,
  linkPath,
  openFamily,
  storedOrder,
  storeGuardian,
} from '../../testing/guardianOrders.ts';
import { takeMails } from '../../testing/mails.ts';
import type { SignedIn } from '../../testing/users.ts';

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

describe('paying by the link', () => {
  it('is not possible before the word', async () => {
    const { token } = await askedOrder(family);
    expect(await refusalOf(guardian.pay(token, card()))).toBe('409 not_retryable');
    expect(await attemptStates(family)).toEqual([]);
  });

  it('row 111: by card, of which nothing is kept for the learner; opened once more, the state alone is shown', async () => {
    const { placed, token } = await askedOrder(family);
    await guardian.approve(token);
    await takeMails(app);
    const { status } = await bodyOf<GuardianOrder>(guardian.pay(token, card()));
    expect(status).toMatchObject({ state: 'approved', next: 'poll', is_uncharged: false });
    await runMoney(app);
    expect(await readOrder(app, child, placed.id)).toMatchObject({ status: 'paid', method: 'card' });
    expect(await app.db.select().from(inventories)).toHaveLength(1);
    expect(await kinds()).toEqual(['order-paid']);
    const [attempt] = await app.db.select().from(paymentAttempts);
    expect(attempt).toMatchObject({ cardId: null, secret: null });
    const after = await guardian.seen(token);
    expect(after).toMatchObject({ status: { state: 'paid' }, order: null });
    expect(JSON.stringify(after)).not.toContain('山田');
    expect(JSON.stringify(after)).not.toContain(placed.order_no);
    // It leads neither to a second payment nor to a late refusal.
    expect((await guardian.pay(token, card())).status).toBe(200);
    expect(await refusalOf(guardian.decline(token))).toBe('409 conflict');
    await runMoney(app);
    expect(await attemptStates(family)).toEqual(['captured']);
  });

  it('shows a store’s number there, and pays in another way as long as nobody has', async () => {
    const { token } = await askedOrder(family);
    await guardian.approve(token);
    await guardian.pay(token, { method: 'cvs', cvs_code: '10001' });
    await runMoney(app);
    const { status, order: shown } = await guardian.seen(token);
    expect(status).toMatchObject({ state: 'approved', next: 'done' });
    expect(shown?.payment.cvs?.receipt_no).toMatch(/\d/);
    expect(shown?.can_pay).toBe(true);
    expect(await refusalOf(guardian.decline(token))).toBe('409 payment_checking');
    await guardian.pay(token, { method: 'bank' });
    await runMoney(app);
    expect((await guardian.seen(token)).order?.payment.bank?.number).toMatch(/\d/);
    expect((await storedOrder(family))?.status).toBe('awaiting_payment');
  });

  it('says why a card was refused, and takes another', async () => {
    const { token } = await askedOrder(family);
    await guardian.approve(token);
    await guardian.pay(token, { ...card(), gmo_token: family.gateway.token('G02') });
    await runMoney(app);
    const status = await bodyOf<GuardianOrder['status']>(app.call('GET', linkPath(token, 'status/')));
    expect(status).toMatchObject({ state: 'approved', next: 'failed', failure: 'limit', is_uncharged: true });
    // The mail is the learner's, who pays by no card.
    const mail = (await takeMails(app)).at(-1);
    expect([mail?.kind, mail?.to]).toEqual(['order-failed', child.email]);
    expect(mail?.text).toContain('コンビニ払い・銀行振込でお支払いいただけます。');
    expect(mail?.text).not.toContain('別のカード');
    await guardian.pay(token, card());
    await runMoney(app);
    expect((await guardian.seen(token)).status.state).toBe('paid');
  });

  it('row 58: not by card while nobody knows what becomes of one; at a store all the same', async () => {
    const { token } = await askedOrder(family);
    await guardian.approve(token);
    await closeGateway(app);
    expect(await refusalOf(guardian.pay(token, card()))).toBe('409 method_closed');
    expect((await guardian.seen(token)).order?.methods).toEqual(['cvs', 'bank']);
    expect(await attemptStates(family)).toEqual([]);
    expect((await guardian.pay(token, { method: 'cvs', cvs_code: '10001' })).status).toBe(200);
    await noteAnswer(app.db);
    expect((await guardian.seen(token)).order?.methods).toEqual(['card', 'cvs', 'bank']);
  });

  it('row 62: with a name that a store can show, said by its field', async () => {
    const { token } = await askedOrder(family);
    await guardian.approve(token);
    const payer = {
      kind: 'guardian',
      family_name: '𠮷田',
      given_name: '花子',
      family_name_kana: 'ヨシダ',
      given_name_kana: 'ハナコ',
      phone: '09087654321',
    };
    const refused = await guardian.pay(token, { method: 'cvs', cvs_code: '10001', payer });
    expect(refused.status).toBe(400);
    expect(Object.keys((await bodyOf<FailureBody>(refused)).fields ?? {})).toEqual(['payer.family_name']);
    expect(await attemptStates(family)).toEqual([]);
    expect((await guardian.pay(token, { ...card(), payer })).status).toBe(200);
  });

  it('pressed twice makes one attempt', async () => {
    const { token } = await askedOrder(family);
    await guardian.approve(token);
    const answers = await Promise.all([guardian.pay(token, card()), guardian.pay(token, card())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await attemptStates(family)).toHaveLength(1);
  });
});

describe('the learner', () => {
  it('pays what was agreed to at a store or a bank, and never with a card', async () => {
    const { placed, token } = await askedOrder(family);
    const retry = (json: object) =>
      app.call('POST', `/api/shop/order/${placed.id}/retry/`, { token: child.token, json });
    expect(await refusalOf(retry(cvs))).toBe('409 not_retryable');
    await guardian.approve(token);
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
    expect((await guardian.seen(token)).order?.payment.cvs?.receipt_no).toMatch(/\d/);
  });
});

describe('a guardian who declines', () => {
  it('row 111: ends the order, gives the coupon back and tells the learner; opened again, the state alone', async () => {
    await storeCoupon(app);
    const { token } = await askedOrder(family);
    const { confirm_hash } = (await guardian.seen(token)).order ?? { confirm_hash: '' };
    const body = await bodyOf<GuardianOrder>(guardian.decline(token));
    expect(body).toMatchObject({ status: { state: 'declined' }, order: null });
    expect(await storedOrder(family)).toMatchObject({
      status: 'canceled',
      cancelReason: 'guardian_declined',
    });
    expect(await couponState(family)).toEqual(['returned', 1]);
    const mails = await takeMails(app);
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([['order-guardian-declined', child.email]]);
    expect(await guardian.seen(token)).toMatchObject({ status: { state: 'declined' }, order: null });
    expect((await guardian.decline(token)).status).toBe(200);
    const json = { confirm_hash, agree: true };
    expect(await refusalOf(app.call('POST', linkPath(token, 'approve/'), { json }))).toBe('409 conflict');
    expect(await refusalOf(guardian.pay(token, card()))).toBe('409 not_retryable');
    expect(await takeMails(app)).toEqual([]);
    expect(await couponState(family)).toEqual(['returned', 1]);
  });

  it('row 64: cannot while another sum is held than was asked for, nor pay once more', async () => {
    const { token } = await askedOrder(family);
    await guardian.approve(token);
    family.gateway.faults([{ fault: 'amount:100', on: 'ExecTran' }]);
    await guardian.pay(token, card());
    await runMoney(app);
    expect(await guardian.seen(token)).toMatchObject({
      status: { state: 'approved', next: 'poll', is_uncharged: false },
      order: { can_pay: false, payment: { status: 'checking' } },
    });
    const refused = await bodyOf<FailureBody>(guardian.decline(token));
    expect([refused.code, refused.detail]).toEqual([
      'payment_checking',
      'お支払いの結果を確認しているため、いまは取り消せません。',
    ]);
    expect(await refusalOf(guardian.pay(token, cvs))).toBe('409 payment_checking');
    expect((await storedOrder(family))?.status).toBe('authenticating');
    expect(await attemptStates(family)).toEqual(['captured']);
  });

  it('may do so though they have said that they are not the guardian: nobody else decides', async () => {
    const { token } = await askedOrder(family);
    await storeGuardian(family, { status: 'declined' });
    expect((await guardian.decline(token)).status).toBe(200);
    expect((await storedOrder(family))?.status).toBe('canceled');
  });

  it('may do so after the word, too, as long as nothing was begun', async () => {
    const { token } = await askedOrder(family);
    await guardian.approve(token);
    expect((await guardian.decline(token)).status).toBe(200);
    expect((await storedOrder(family))?.status).toBe('canceled');
  });
});
