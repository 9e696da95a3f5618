import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestGateway, testGateway } from '../../testing/testGateway.ts';
import type { NotificationReading } from '../port.ts';
import { readNotification } from './notification.ts';

/** Notifications as the scripted gateway itself sends them (money.md 4.10). */

let time: number;
let test: TestGateway;
let bodies: string[];
let answer: string;

beforeEach(async () => {
  time = Date.parse('2027-01-30T12:00:00+09:00');
  bodies = [];
  answer = '0';
  test = await testGateway();
  test.follow({ now: () => time });
  test.scripted.notifyTo((body) => {
    bodies.push(body);
    return Promise.resolve(answer);
  });
});
afterEach(() => test.stop());

const buyer = { name: '山田 花子', kana: 'ヤマダ ハナコ', phone: '09012345678' };
const read = (body: string) => test.gateway.readNotification(Buffer.from(body, 'latin1'));
async function readAll(): Promise<NotificationReading[]> {
  await test.scripted.deliver();
  return bodies.splice(0).map(read);
}

async function account(orderId = 'B-01') {
  const access = await test.enter(orderId, 'bank', 15_397);
  const trade = { gatewayOrderId: orderId, access };
  await test.gateway.issueBank({ ...trade, amount: 15_397, buyer, termDays: 7 });
  return trade;
}

async function charge(orderId = 'K-01') {
  const access = await test.enter(orderId, 'card', 4980);
  await test.gateway.execCard({
    gatewayOrderId: orderId,
    access,
    card: { token: test.scripted.token('frictionless') },
    method: 'card',
    returnUrl: 'https://app.example.jp/r/',
    buyer: {},
    keepsCard: false,
  });
  return access;
}

const dedupKeys = (readings: NotificationReading[]) =>
  readings.map((reading) => ('dedupKey' in reading ? reading.dedupKey : ''));

describe('a notification', () => {
  it('says which trade, where it stands and how much', async () => {
    const access = await charge();
    expect(await readAll()).toEqual([
      {
        kind: 'trade',
        gatewayOrderId: 'K-01',
        accessId: access.id,
        method: 'card',
        status: 'captured',
        amount: 4980,
        receivedTotal: null,
        receivedCount: null,
        tranId: expect.stringMatching(/^\d{28}$/),
        processedAt: new Date(time),
        codes: [],
        dedupKey: expect.stringMatching(/^[0-9a-f]{64}$/),
        masked: expect.stringContaining('OrderID=K-01'),
      },
    ]);
  });

  it('row 70: two deposits of one account are two events, repeated ones are not', async () => {
    await account();
    await readAll();
    test.scripted.faults([{ fault: 'notify:twice' }]);
    test.scripted.deposit('B-01', { amount: 5_000 });
    const first = await readAll();
    test.scripted.deposit('B-01', { amount: 5_000 });
    const second = await readAll();
    expect([first.length, second.length]).toEqual([2, 2]);
    expect(new Set(dedupKeys([...first, ...second])).size).toBe(2);
    expect(second[0]).toMatchObject({ status: 'requested', receivedTotal: 10_000, receivedCount: 2 });
  });

  it('tells a full sum once more as paid', async () => {
    await account();
    await readAll();
    test.scripted.deposit('B-01', { amount: 15_397 });
    expect(await readAll()).toMatchObject([
      { method: 'bank', status: 'requested', receivedTotal: 15_397 },
      { method: 'bank', status: 'captured', receivedTotal: 15_397 },
    ]);
  });

  it('carries no passes, names or accounts into what is kept of it', async () => {
    await account();
    test.scripted.deposit('B-01', { amount: 5_000, name: 'ﾔﾏﾀﾞﾊﾅｺ' });
    const number = test.scripted.trade('B-01')?.bank?.number ?? '';
    const kept = (await readAll()).map((reading) => ('masked' in reading ? reading.masked : '')).join('\n');
    expect(kept).toContain('GanbTotalTransferAmount=5000');
    expect(kept).not.toContain(number);
    expect(kept).not.toMatch(/\*{10}|ヤマダ|ﾔﾏﾀﾞ|%D4/);
    expect(kept).toContain('GanbInClientName=***');
  });

  it('row 68: for another shop is foreign', async () => {
    test.scripted.faults([{ fault: 'notify:wrong_shop' }]);
    await charge();
    expect(await readAll()).toEqual([{ kind: 'foreign' }]);
  });

  it('row 79: may be the question whether we are there', () => {
    expect(readNotification('tshop1', Buffer.from('ShopID=&ErrCode=E00&ErrInfo=E00000000'))).toEqual({
      kind: 'ping',
    });
  });

  it.each([
    ['', 'unreadable'],
    ['hello', 'unreadable'],
    ['ShopID=tshop1&OrderID=x', 'unreadable'],
    ['ShopID=tshop1&OrderID=x&AccessID=y&Status=CAPTURE&PayType=99', 'unreadable'],
    ['ShopID=tshop1&Name=%FF%FE', 'unreadable'],
    ['OrderID=x&AccessID=y&Status=CAPTURE&PayType=0', 'foreign'],
  ])('row 69: that is odd (%j) is %s', (body, kind) => {
    expect(readNotification('tshop1', Buffer.from(body)).kind).toBe(kind);
  });

  it('names why a charge was refused', async () => {
    const access = await test.enter('K-02', 'card', 4980);
    await test.gateway.execCard({
      gatewayOrderId: 'K-02',
      access,
      card: { token: test.scripted.token('G02') },
      method: 'card',
      returnUrl: 'https://app.example.jp/r/',
      buyer: {},
      keepsCard: false,
    });
    expect(await readAll()).toMatchObject([{ status: 'unprocessed', codes: ['42G020000'] }]);
  });
});

describe('the way of a notification', () => {
  it('ends with 0; anything else is tried again, every hour, five times', async () => {
    answer = 'error';
    await charge();
    for (let hour = 0; hour < 8; hour += 1) {
      await test.scripted.deliver();
      time += 3_600_000;
    }
    expect(bodies).toHaveLength(5);
    expect(new Set(bodies).size).toBe(1);
    expect(test.scripted.waiting()).toBe(0);
  });

  it('may never be gone', async () => {
    test.scripted.faults([{ fault: 'notify:never' }]);
    await charge();
    expect(await readAll()).toEqual([]);
  });

  it('may be late', async () => {
    test.scripted.faults([{ fault: 'notify:late:60000' }]);
    await charge();
    expect(await readAll()).toEqual([]);
    time += 60_000;
    expect(await readAll()).toHaveLength(1);
  });

  it('row 66: may come before the call is answered', async () => {
    test.scripted.faults([{ fault: 'notify:before_reply' }]);
    const access = await test.enter('K-03', 'card', 4980);
    let isAnswered = false;
    let wasAnswered: boolean | null = null;
    test.scripted.notifyTo(() => {
      wasAnswered = isAnswered;
      return Promise.resolve('0');
    });
    await test.gateway.execCard({
      gatewayOrderId: 'K-03',
      access,
      card: { token: test.scripted.token('frictionless') },
      method: 'card',
      returnUrl: 'https://app.example.jp/r/',
      buyer: {},
      keepsCard: false,
    });
    isAnswered = true;
    expect(wasAnswered).toBe(false);
  });

  it('row 67: may be overtaken by the next one', async () => {
    test.scripted.faults([{ fault: 'notify:reordered', nth: 2 }]);
    await account();
    test.scripted.deposit('B-01', { amount: 15_397 });
    expect((await readAll()).map((reading) => 'status' in reading && reading.status)).toEqual([
      'requested',
      'captured',
      'requested',
    ]);
  });
});
