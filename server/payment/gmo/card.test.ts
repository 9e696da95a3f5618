import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestGateway, testGateway } from '../../testing/testGateway.ts';
import type { PayMethod } from '../port.ts';
import { refundObstacle, refusalReason } from '../refusal.ts';
import { wayBack } from './card.ts';

/** The client's calls for cards against the scripted gateway, on a clock that the test moves (money.md 3.1, 3.2). */

const day = 86_400_000;
let time: number;
let test: TestGateway;

beforeEach(async () => {
  time = Date.parse('2027-01-30T12:00:00+09:00');
  test = await testGateway();
  test.follow({ now: () => time });
});
afterEach(() => test.stop());

const id = 'K270130-7H3KQ9ZC-01';
const returnUrl = 'https://app.example.jp/api/payment/gmo/return/ref/';

type Exec = Parameters<TestGateway['gateway']['execCard']>[0];

async function pay(orderId: string, card: Parameters<TestGateway['scripted']['token']>[0], isProved = true) {
  const access = await test.enter(orderId, 'card', 4980, isProved);
  const exec: Exec = {
    gatewayOrderId: orderId,
    access,
    card: { token: test.scripted.token(card) },
    method: 'card',
    returnUrl: isProved ? returnUrl : null,
    buyer: {},
    keepsCard: false,
  };
  return {
    access,
    exec,
    trade: { gatewayOrderId: orderId, access },
    answer: await test.gateway.execCard(exec),
  };
}

async function seen(orderId: string, method: PayMethod = 'card') {
  const answer = await test.gateway.search({ gatewayOrderId: orderId, method });
  if (answer.kind !== 'ok') throw new Error(answer.kind);
  return answer.observation;
}

describe('a card', () => {
  it('is charged after the challenge, and only then', async () => {
    const { answer, trade } = await pay(id, 'challenge');
    expect(answer).toMatchObject({ kind: 'ok', outcome: 'redirect' });
    expect(await seen(id)).toMatchObject({ status: 'unprocessed', receivedTotal: 0 });
    expect(test.scripted.challenge(id)).toBe(
      `${returnUrl}?AccessID=${trade.access.id}&Event=AuthResultReady`,
    );
    expect(await seen(id)).toMatchObject({ status: 'authenticated', receivedTotal: 0 });
    const finished = await test.gateway.finishCard(trade);
    expect(finished).toMatchObject({ kind: 'ok' });
    expect(await seen(id)).toMatchObject({
      status: 'captured',
      amount: 4980,
      receivedTotal: 4980,
      tranId: finished.kind === 'ok' ? finished.tranId : '',
      processedAt: new Date(time),
      access: trade.access,
    });
    expect(test.scripted.books().sums).toEqual({ card: 4980, cvs: 0, bank: 0, total: 4980 });
    // The charge itself cannot happen twice.
    expect(await test.gateway.finishCard(trade)).toMatchObject({ kind: 'unknown', codes: ['E11010001'] });
    expect(test.scripted.held(id)).toBe(4980);
  });

  it('row 42: that knows no 3-D Secure is refused, never charged without', async () => {
    const { answer } = await pay(id, 'tds_u');
    expect(answer).toMatchObject({ kind: 'refused', codes: ['E21010201'] });
    expect(test.scripted.held(id)).toBe(0);
  });

  it.each([
    ['tds_n', 'E21010001'],
    ['tds_r', 'E21020001'],
  ] as const)('of an unproved buyer (%s) is refused', async (card, code) => {
    const { trade } = await pay(id, card);
    test.scripted.challenge(id, 'pass');
    const answer = await test.gateway.finishCard(trade);
    expect(answer).toMatchObject({ kind: 'refused', codes: [code] });
    expect(refusalReason([code])).toBe('tds');
    expect(await seen(id)).toMatchObject({ status: 'unprocessed', receivedTotal: 0 });
  });

  it('of a buyer who failed is refused; who comes back into the challenge changes nothing', async () => {
    const { trade } = await pay(id, 'challenge');
    test.scripted.challenge(id, 'fail');
    test.scripted.challenge(id, 'pass');
    expect(await test.gateway.finishCard(trade)).toMatchObject({ kind: 'refused', codes: ['E21020002'] });
  });

  it.each([
    ['G02', 'limit'],
    ['G03', 'limit'],
    ['G12', 'not_accepted'],
    ['G44', 'input'],
    ['G83', 'input'],
  ] as const)(
    'that does %s is refused, and another card may follow on the same attempt',
    async (card, reason) => {
      const { answer, exec } = await pay(id, card);
      expect(answer.kind).toBe('refused');
      expect(answer.kind === 'refused' && refusalReason(answer.codes)).toBe(reason);
      const next = { ...exec, card: { token: test.scripted.token('frictionless') } };
      expect(await test.gateway.execCard(next)).toMatchObject({ kind: 'ok', outcome: 'done' });
    },
  );

  it('row 55: whose company does not answer leaves the charge unknown', async () => {
    expect((await pay(id, 'line')).answer).toMatchObject({ kind: 'unknown', codes: ['42C030000'] });
    expect(await seen(id)).toMatchObject({ status: 'unprocessed' });
  });

  it('that is over is refused', async () => {
    const access = await test.enter(id, 'card', 4980);
    const token = test.scripted.token('frictionless', { expire: '2612' });
    const answer = await test.gateway.execCard({
      gatewayOrderId: id,
      access,
      card: { token },
      method: 'card',
      returnUrl,
      buyer: {},
      keepsCard: false,
    });
    expect(answer).toMatchObject({ kind: 'refused', codes: ['42G830000'] });
  });

  it('row 43: a token works once, and for thirty minutes', async () => {
    const { exec } = await pay(id, 'G02');
    const again = await test.gateway.execCard(exec);
    expect(again).toMatchObject({ kind: 'refused', codes: ['EX1000302'] });
    const token = test.scripted.token('frictionless');
    time += 30 * 60_000 + 1_000;
    const late = await test.gateway.execCard({ ...exec, card: { token } });
    expect(late).toMatchObject({ kind: 'refused', codes: ['EX1000303'] });
    const wrong = await test.gateway.execCard({ ...exec, card: { token: 'nobodys' } });
    expect(wrong).toMatchObject({ kind: 'refused', codes: ['EX1000301'] });
    expect([again, late, wrong].map((one) => one.kind === 'refused' && refusalReason(one.codes))).toEqual([
      'token',
      'token',
      'token',
    ]);
  });

  it('row 63: an OrderID is good once', async () => {
    await test.enter(id, 'card', 4980);
    const entry = { gatewayOrderId: id, amount: 4980, authentication: '3ds' as const };
    expect(await test.gateway.entry({ ...entry, method: 'card' })).toMatchObject({
      kind: 'not_started',
      codes: ['E01040010'],
      repeat: false,
    });
    expect(await test.gateway.entry({ ...entry, method: 'cvs' })).toMatchObject({ codes: ['M01004010'] });
  });

  it('that was never heard of is absent', async () => {
    expect(await seen('K0-01')).toBeNull();
    expect(await seen('K0-01', 'cvs')).toBeNull();
    expect(await seen('K0-01', 'bank')).toBeNull();
  });

  it('row 64: charged with another amount is seen with that', async () => {
    test.scripted.faults([{ fault: 'amount:5980', on: 'ExecTran' }]);
    expect((await pay(id, 'frictionless')).answer).toMatchObject({ kind: 'ok' });
    expect(await seen(id)).toMatchObject({ amount: 5980, receivedTotal: 5980 });
  });

  it('row 39: is seen late by searches that lag', async () => {
    test.scripted.faults([{ fault: 'search_lag:3' }]);
    await pay(id, 'frictionless');
    const words = [];
    for (let read = 0; read < 5; read += 1) words.push((await seen(id))?.status);
    expect(words).toEqual(['unprocessed', 'unprocessed', 'unprocessed', 'captured', 'captured']);
  });
});

describe('money back', () => {
  it('row 98: by the day and month of the charge', () => {
    const at = (text: string) => new Date(`${text}+09:00`);
    const way = (then: string, now: string, otherWay = false) =>
      wayBack({ capturedAt: at(then), at: at(now), otherWay });
    expect(way('2027-01-30T00:00:00', '2027-01-30T23:59:59')).toBe('VOID');
    expect(way('2027-01-30T23:59:59', '2027-01-31T00:00:00')).toBe('RETURN');
    expect(way('2027-01-31T23:59:59', '2027-02-01T00:00:00')).toBe('RETURNX');
    expect(way('2026-01-31T12:00:00', '2027-01-31T12:00:00')).toBe('RETURNX');
    expect(way('2027-01-30T12:00:00', '2027-01-30T12:00:00', true)).toBe('RETURN');
  });

  it.each([
    [0, 'cancelled', 'VOID'],
    [1, 'cancelled', 'RETURN'],
    [2, 'refunded', 'RETURNX'],
  ] as const)('%i days later in whole', async (days, status, word) => {
    const { trade } = await pay(id, 'frictionless');
    const capturedAt = new Date(time);
    time += days * day;
    const request = { ...trade, amount: 4980, capturedAt, at: new Date(time) };
    expect(await test.gateway.cancelAll(request)).toMatchObject({ kind: 'ok' });
    expect(await seen(id)).toMatchObject({ status, word, receivedTotal: 0 });
    expect(test.scripted.books().sums.total).toBe(0);
    // A second time is refused: nothing more is given back.
    expect(await test.gateway.cancelAll(request)).toMatchObject({ kind: 'refused', codes: ['E11010003'] });
  });

  it('row 98: on the edge of a day the way that time has closed is refused, the next one works', async () => {
    const { trade } = await pay(id, 'frictionless');
    const capturedAt = new Date(time);
    const request = { ...trade, amount: 4980, capturedAt, at: new Date(time) };
    time += day;
    const answer = await test.gateway.cancelAll(request);
    expect(answer.kind === 'refused' && refundObstacle(answer.codes)).toBe('state');
    expect(await test.gateway.cancelAll({ ...request, otherWay: true })).toMatchObject({ kind: 'ok' });
  });

  it('row 99: after 180 days it has to be a transfer', async () => {
    const { trade } = await pay(id, 'frictionless');
    const capturedAt = new Date(time);
    time += 181 * day;
    const all = await test.gateway.cancelAll({ ...trade, amount: 4980, capturedAt, at: new Date(time) });
    const part = await test.gateway.lowerAmount({ ...trade, amount: 1000 });
    for (const answer of [all, part])
      expect(answer.kind === 'refused' && refundObstacle(answer.codes)).toBe('too_old');
    expect(test.scripted.held(id)).toBe(4980);
  });

  it('in part, and then the rest', async () => {
    const { trade } = await pay(id, 'frictionless');
    expect(await test.gateway.lowerAmount({ ...trade, amount: 1980 })).toMatchObject({ kind: 'ok' });
    expect(await seen(id)).toMatchObject({ status: 'captured', amount: 1980, receivedTotal: 1980 });
    const now = new Date(time);
    const rest = { ...trade, amount: 1980, capturedAt: now, at: now };
    expect(await test.gateway.cancelAll(rest)).toMatchObject({ kind: 'ok' });
    expect(test.scripted.held(id)).toBe(0);
  });

  it('in part is refused by some cards, and the whole stays charged', async () => {
    const { trade } = await pay(id, 'no_part');
    test.scripted.challenge(id);
    await test.gateway.finishCard(trade);
    const answer = await test.gateway.lowerAmount({ ...trade, amount: 1980 });
    expect(answer.kind === 'refused' && refundObstacle(answer.codes)).toBe('other');
    expect(test.scripted.held(id)).toBe(4980);
  });

  it('is not there to give before anything was charged', async () => {
    const { trade } = await pay(id, 'challenge');
    expect(await test.gateway.lowerAmount({ ...trade, amount: 1 })).toMatchObject({
      kind: 'refused',
      codes: ['E11010002'],
    });
  });
});

describe('kept cards', () => {
  const memberId = 'm-1';
  const list = async () => {
    const answer = await test.gateway.listCards(memberId);
    if (answer.kind !== 'ok') throw new Error(answer.kind);
    return answer.cards;
  };
  async function keep(orderId: string, card: 'frictionless' | 'challenge' | 'renewal_G54' = 'frictionless') {
    const { trade } = await pay(orderId, card);
    if (card !== 'frictionless') {
      test.scripted.challenge(orderId);
      await test.gateway.finishCard(trade);
    }
    return test.gateway.keepCardOf({ gatewayOrderId: orderId, memberId });
  }

  it('row 88: keep their physical numbers when another one is deleted', async () => {
    expect(await list()).toBeNull();
    expect(await test.gateway.createMember(memberId)).toEqual({ kind: 'ok' });
    expect(await test.gateway.createMember(memberId)).toEqual({ kind: 'ok' });
    expect(await list()).toEqual([]);
    expect(await keep('A-01')).toEqual({ kind: 'ok', card: { seq: '0', last4: '4444' } });
    expect(await keep('A-02', 'challenge')).toEqual({ kind: 'ok', card: { seq: '1', last4: '1111' } });
    expect(await test.gateway.deleteCard({ memberId, cardSeq: '0' })).toEqual({ kind: 'ok' });
    expect(await test.gateway.deleteCard({ memberId, cardSeq: '0' })).toEqual({ kind: 'ok' });
    expect(await list()).toEqual([{ seq: '1', last4: '1111', expiry: '3912' }]);
    const access = await test.enter('A-03', 'card', 2980, false);
    const exec = {
      gatewayOrderId: 'A-03',
      access,
      method: 'card' as const,
      returnUrl: null,
      buyer: {},
      keepsCard: false,
    };
    const gone = await test.gateway.execCard({ ...exec, card: { memberId, cardSeq: '0' } });
    expect(gone).toMatchObject({ kind: 'refused', codes: ['E01240002'] });
    const right = await test.gateway.execCard({ ...exec, card: { memberId, cardSeq: '1' } });
    expect(right).toMatchObject({ kind: 'ok', outcome: 'done' });
    expect(test.scripted.trade('A-03')?.face?.last4).toBe('1111');
  });

  it('may be checked without a charge, and kept', async () => {
    await test.gateway.createMember(memberId);
    const access = await test.enter('C-01', 'card_check', 0);
    const exec = await test.gateway.execCard({
      gatewayOrderId: 'C-01',
      access,
      card: { token: test.scripted.token('challenge') },
      method: 'card_check',
      returnUrl,
      buyer: {},
      keepsCard: true,
    });
    expect(exec).toMatchObject({ kind: 'ok', outcome: 'redirect' });
    expect(await test.gateway.keepCardOf({ gatewayOrderId: 'C-01', memberId })).toMatchObject({
      kind: 'not_started',
      codes: ['E01110010'],
    });
    test.scripted.challenge('C-01');
    expect(await test.gateway.finishCard({ gatewayOrderId: 'C-01', access })).toMatchObject({ kind: 'ok' });
    expect(await seen('C-01', 'card_check')).toMatchObject({ status: 'checked', receivedTotal: 0 });
    expect(await test.gateway.keepCardOf({ gatewayOrderId: 'C-01', memberId })).toMatchObject({ kind: 'ok' });
    expect(test.scripted.books().sums.total).toBe(0);
  });

  it('may be refused at a renewal, though they paid at first', async () => {
    await test.gateway.createMember(memberId);
    await keep('R-01', 'renewal_G54');
    const access = await test.enter('R-02', 'card', 2980, false);
    const answer = await test.gateway.execCard({
      gatewayOrderId: 'R-02',
      access,
      card: { memberId, cardSeq: '0' },
      method: 'card',
      returnUrl: null,
      buyer: {},
      keepsCard: false,
    });
    expect(answer).toMatchObject({ kind: 'refused', codes: ['42G540000'] });
  });
});
