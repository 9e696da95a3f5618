import { describe, expect, it } from 'vitest';
import {
  type Order,
  type OrderMade,
  orderSchema,
  orderStatuses,
  orderStatusSchema,
} from '#contracts/shopOrder.ts';
import {
  groupsOf,
  hasReceipt,
  isSettled,
  isUnpaid,
  lookPause,
  resultPath,
  retryMethods,
  standOf,
  studyPath,
  waitingOrders,
  whyClosed,
} from './model.ts';

const now = Date.parse('2027-04-12T12:00:00+09:00');

type Fields = Partial<Omit<Order, 'payment'>> & { payment?: Partial<Order['payment']> };

function order(fields: Fields = {}): Order {
  const { payment, ...others } = fields;
  const empty = orderSchema.parse({ id: 7, payment: {}, total: 4980, kind: 'sale', method: 'card' });
  return { ...empty, ...others, payment: { ...empty.payment, ...payment } };
}

function made(fields: Fields, next: string, isPlan = false): OrderMade {
  const state = orderStatusSchema.parse({ order: 7, next, is_subscription: isPlan });
  return { order: order(fields), state };
}

describe('how an order stands', () => {
  const slip = { status: 'awaiting_payment', method: 'cvs' } as const;
  const open = { status: 'open', due_at: '2027-04-17T23:59:59+09:00' } as const;

  it('waits for a store or a bank, says what has come, and when it is too late', () => {
    expect(standOf(order({ ...slip, payment: open }), now)).toBe('store');
    expect(standOf(order({ ...slip, method: 'bank', payment: open }), now)).toBe('transfer');
    expect(standOf(order({ ...slip, method: 'bank', payment: { ...open, received: 100 } }), now)).toBe(
      'part',
    );
    const over = { ...open, due_at: '2027-04-12T11:59:59+09:00' };
    expect(standOf(order({ ...slip, payment: over }), now)).toBe('overdue');
  });

  it('is being checked while nobody knows, and only then', () => {
    expect(standOf(order({ ...slip, payment: { status: 'checking' } }), now)).toBe('checking');
    expect(standOf(order({ status: 'authenticating' }), now)).toBe('checking');
    expect(standOf(order({ status: 'authenticating', can_cancel: true }), now)).toBe('going');
    const unknown = { failure: 'unknown' };
    expect(standOf(order({ status: 'confirmed', can_cancel: true, payment: unknown }), now)).toBe('checking');
    expect(standOf(order({ status: 'something new' }), now)).toBe('checking');
  });

  it('waits for a guardian, and after their word for its first payment', () => {
    const guardian = { decision: 'approved', allows_card: false, until: null };
    const none = { status: 'none' };
    expect(standOf(order({ status: 'awaiting_guardian', guardian, payment: none }), now)).toBe('guardian');
    const agreed = { status: 'confirmed', can_cancel: true, guardian } as const;
    expect(standOf(order({ ...agreed, payment: none }), now)).toBe('approved');
    expect(standOf(order({ ...agreed, payment: { status: 'checking' } }), now)).toBe('going');
  });

  it('row 64: is looked into once money came, whatever may be done with it', () => {
    const charged = { payment: { status: 'none', received: 9000 }, can_cancel: true } as const;
    expect(standOf(order({ status: 'authenticating', ...charged }), now)).toBe('checking');
    const guardian = { decision: 'approved', allows_card: false, until: null };
    expect(standOf(order({ status: 'confirmed', guardian, ...charged }), now)).toBe('checking');
  });

  it('waits on the home page for a payment or for a guardian’s answer, which comes last', () => {
    const guardian = { decision: null, allows_card: false, until: null };
    const approved = { status: 'confirmed', guardian: { ...guardian, decision: 'approved' } } as const;
    const list = [
      order({ status: 'awaiting_guardian', guardian }),
      order({ status: 'paid' }),
      order({ ...approved, payment: { status: 'none' } }),
      order({ status: 'authenticating', can_cancel: true }),
      order({ status: 'authenticating' }),
      order({ status: 'failed' }),
      order({ ...slip, payment: open }),
      order({ status: 'expired' }),
    ];
    expect(waitingOrders(list, now).map(({ stand }) => stand)).toEqual([
      'approved',
      'going',
      'failed',
      'store',
      'guardian',
    ]);
  });

  it('has one word for every state of the books', () => {
    const stands = Object.fromEntries(
      orderStatuses.map((status) => [status, standOf(order({ status, payment: open }), now)]),
    );
    expect(stands).toEqual({
      awaiting_guardian: 'guardian',
      confirmed: 'checking',
      authenticating: 'checking',
      awaiting_payment: 'store',
      paid: 'paid',
      failed: 'failed',
      expired: 'expired',
      canceled: 'canceled',
      refund_requested: 'refunding',
      partially_refunded: 'partlyRefunded',
      refunded: 'refunded',
    });
    expect(standOf(order({ status: 'paid', total: 0 }), now)).toBe('free');
  });

  it('is settled, unpaid, or neither', () => {
    expect(orderStatuses.filter((status) => isSettled(order({ status })))).toEqual([
      'paid',
      'refund_requested',
      'partially_refunded',
      'refunded',
    ]);
    expect(orderStatuses.filter((status) => isUnpaid(order({ status })))).toEqual([
      'awaiting_guardian',
      'confirmed',
      'authenticating',
      'awaiting_payment',
      'failed',
    ]);
  });

  it('has a receipt where money came and stayed', () => {
    expect(hasReceipt(order({ status: 'paid' }))).toBe(true);
    expect(hasReceipt(order({ status: 'partially_refunded' }))).toBe(true);
    expect(hasReceipt(order({ status: 'refunded' }))).toBe(false);
    expect(hasReceipt(order({ status: 'paid', total: 0 }))).toBe(false);
    expect(hasReceipt(order({ status: 'failed' }))).toBe(false);
  });
});

it('the result of an order has one page, by how it is paid and how that went', () => {
  expect(resultPath(made({ method: 'card' }, 'done'))).toBe('/payment/complete/credit?order=7');
  expect(resultPath(made({ method: 'bank' }, 'done'))).toBe('/payment/complete/bank?order=7');
  expect(resultPath(made({ method: 'cvs' }, 'done'))).toBe('/payment/complete?order=7');
  expect(resultPath(made({ method: 'none' }, 'done'))).toBe('/payment/complete?order=7');
  expect(resultPath(made({ method: 'card' }, 'done', true))).toBe('/payment/complete/subscribe?order=7');
  expect(resultPath(made({ kind: 'trial' }, 'done'))).toBe('/payment/complete/subscribe?order=7');
  expect(resultPath(made({}, 'failed'))).toBe('/payment/error?order=7');
  expect(resultPath(made({}, 'poll'))).toBe('/payment/gmo?order=7');
  expect(resultPath(made({}, '3ds'))).toBe('/payment/gmo?order=7');
});

it('learning begins in the library where the lessons are not known yet', () => {
  const item = { inventory: null, exam: null } as Order['items'][number];
  expect(studyPath(item)).toBe('/mypage/course');
  expect(studyPath({ ...item, inventory: '12' })).toBe('/mypage/lecture/12');
  expect(studyPath({ ...item, exam: '3' })).toBe('/mypage/mockexam/3');
});

it('a way of paying is closed by the server, the sum or a lock', () => {
  const all = { total: 4980, methods: ['card', 'cvs', 'bank'], isLocked: false };
  expect(whyClosed('card', all)).toBeNull();
  expect(whyClosed('card', { ...all, isLocked: true })).toBe('locked');
  expect(whyClosed('card', { ...all, isGuardians: true })).toBe('guardian');
  expect(whyClosed('cvs', { ...all, isGuardians: true })).toBeNull();
  expect(retryMethods.map((one) => whyClosed(one, { ...all, isPlan: true }))).toEqual([null, 'plan', 'plan']);
  expect(whyClosed('bank', { ...all, isLocked: true })).toBeNull();
  expect(whyClosed('bank', { ...all, methods: ['card'] })).toBe('off');
  const totals = [199, 200, 299_999, 300_000];
  expect(totals.map((total) => whyClosed('cvs', { ...all, total }))).toEqual(['least', null, null, 'most']);
});

it('a number stands in groups, none of a single digit, and nothing of it is lost', () => {
  const texts = (number: string) => groupsOf(number).map(({ text }) => text);
  expect(texts('40000812345')).toEqual(['4000', '0812', '345']);
  expect(texts('1234567890123')).toEqual(['1234', '5678', '90123']);
  expect(texts('20020')).toEqual(['20020']);
  expect(texts('AB-1234567')).toEqual(['AB-', '1234', '567']);
  expect(texts('')).toEqual([]);
});

it('a page asks for about two minutes', () => {
  const pauses = Array.from({ length: 40 }, (_, asked) => lookPause(asked));
  const sum = pauses.reduce<number>((total, pause) => total + (pause ?? 0), 0);
  expect(sum).toBeGreaterThan(110_000);
  expect(sum).toBeLessThan(130_000);
  expect(pauses.at(-1)).toBeNull();
});
