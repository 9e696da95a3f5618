import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestGateway, testGateway } from '../../testing/testGateway.ts';

/** The client's calls for slips and accounts against the scripted gateway, on a clock that the test moves. */

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
const buyer = { name: '山田 花子', kana: 'ヤマダ ハナコ', phone: '09012345678' };

async function seen(orderId: string, method: 'cvs' | 'bank') {
  const answer = await test.gateway.search({ gatewayOrderId: orderId, method });
  if (answer.kind !== 'ok') throw new Error(answer.kind);
  return answer.observation;
}

describe('a slip', () => {
  const issue = async (orderId = id) => {
    const access = await test.enter(orderId, 'cvs', 4980);
    const trade = { gatewayOrderId: orderId, access };
    const answer = await test.gateway.issueCvs({ ...trade, store: '10001', buyer, termDays: 5 });
    if (answer.kind !== 'ok') throw new Error(answer.kind);
    return { trade, slip: answer.slip };
  };

  it('has its numbers, which a search gives again, and its last moment', async () => {
    const { slip } = await issue();
    expect(slip).toMatchObject({ store: '10001', dueAt: new Date('2027-02-04T23:59:59+09:00') });
    expect(slip.receiptNo).toMatch(/^\d{11}$/);
    expect(await seen(id, 'cvs')).toMatchObject({ status: 'requested', slip, receivedTotal: 0 });
  });

  it('is paid at a till', async () => {
    const { slip, trade } = await issue();
    test.scripted.payAtTill(slip.receiptNo ?? '');
    expect(await seen(id, 'cvs')).toMatchObject({ status: 'captured', receivedTotal: 4980 });
    expect(await test.gateway.cancelSlip({ ...trade, method: 'cvs' })).toMatchObject({ kind: 'refused' });
  });

  it('may be cancelled once, and is then not taken at a till', async () => {
    const { trade } = await issue();
    expect(await test.gateway.cancelSlip({ ...trade, method: 'cvs' })).toEqual({ kind: 'ok' });
    expect(await seen(id, 'cvs')).toMatchObject({ status: 'cancelled', receivedTotal: 0 });
    expect(() => test.scripted.payAtTill(id)).toThrow('取り消されています');
  });

  it('row 73: may be paid late all the same', async () => {
    await issue();
    time += 6 * day;
    expect(await seen(id, 'cvs')).toMatchObject({ status: 'expired' });
    expect(() => test.scripted.payAtTill(id)).toThrow('期限を過ぎています');
    test.scripted.payAtTill(id, { isForced: true });
    expect(await seen(id, 'cvs')).toMatchObject({ status: 'captured', receivedTotal: 4980 });
  });

  it('cannot be for too little or too much', async () => {
    const answers = await Promise.all(
      [199, 200, 299_999, 300_000].map((amount) =>
        test.gateway.entry({
          gatewayOrderId: `L-${amount}`,
          method: 'cvs',
          amount,
          authentication: 'none',
        }),
      ),
    );
    expect(answers.map(({ kind }) => kind)).toEqual(['not_started', 'ok', 'ok', 'not_started']);
  });
});

describe('an account', () => {
  const open = async () => {
    const access = await test.enter(id, 'bank', 15_397);
    const trade = { gatewayOrderId: id, access };
    const answer = await test.gateway.issueBank({ ...trade, amount: 15_397, buyer, termDays: 7 });
    if (answer.kind !== 'ok') throw new Error(answer.kind);
    return { trade, slip: answer.slip };
  };

  it('row 70: takes two deposits, and each is in the sum (vector 7)', async () => {
    const { slip, trade } = await open();
    expect(slip).toMatchObject({
      bankCode: '0310',
      accountHolder: 'テストヨウ コノマナビ',
      dueAt: new Date('2027-02-06T23:59:59+09:00'),
    });
    test.scripted.deposit(slip.accountNumber, { amount: 10_000, name: 'ﾔﾏﾀﾞ', on: '2027-01-30' });
    expect(await seen(id, 'bank')).toMatchObject({
      status: 'requested',
      amount: 15_397,
      receivedTotal: 10_000,
      receivedCount: 1,
      slip,
    });
    time += day;
    test.scripted.deposit(id, { amount: 5_400 });
    expect(await seen(id, 'bank')).toMatchObject({
      status: 'captured',
      receivedTotal: 15_400,
      receivedCount: 2,
    });
    expect(await test.gateway.transfers(trade)).toEqual({
      kind: 'ok',
      transfers: [
        { amount: 10_000, on: '2027-01-30', payer: 'ヤマダ', from: 'テストギンコウ ホンテン' },
        { amount: 5_400, on: '2027-01-31', payer: '山田 花子', from: 'テストギンコウ ホンテン' },
      ],
    });
  });

  it('row 77: is closed with what came in, and money after that is still seen', async () => {
    const { trade } = await open();
    expect(await test.gateway.transfers(trade)).toEqual({ kind: 'ok', transfers: [] });
    test.scripted.deposit(id, { amount: 10_000 });
    time += 10 * day;
    expect(await seen(id, 'bank')).toMatchObject({ status: 'expired', receivedTotal: 10_000 });
    expect(await test.gateway.cancelSlip({ ...trade, method: 'bank' })).toEqual({ kind: 'ok' });
    expect(await seen(id, 'bank')).toMatchObject({ status: 'cancelled', receivedTotal: 10_000 });
    test.scripted.deposit(id, { amount: 5_397 });
    expect(await seen(id, 'bank')).toMatchObject({ status: 'cancelled', receivedTotal: 15_397 });
  });

  it('that is paid is not closed', async () => {
    const { trade } = await open();
    test.scripted.deposit(id, { amount: 15_397 });
    expect(await test.gateway.cancelSlip({ ...trade, method: 'bank' })).toMatchObject({ kind: 'refused' });
  });
});
