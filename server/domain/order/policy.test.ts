import { describe, expect, it } from 'vitest';
import type { OrderStatus } from '#contracts/shopOrder.ts';
import {
  type AttemptFacts,
  canCancel,
  canRefund,
  canRetry,
  isAllReturned,
  isUncharged,
  type OrderFacts,
  outcomeOf,
  paymentStatus,
} from './policy.ts';

const now = Date.parse('2027-04-12T12:00:00+09:00');
const order = (status: OrderStatus, more: Partial<OrderFacts> = {}): OrderFacts => ({
  status,
  kind: 'sale',
  method: 'card',
  total: 4980,
  paidAt: null,
  ...more,
});
const attempt = (state: AttemptFacts['state'], more: Partial<AttemptFacts> = {}): AttemptFacts => ({
  method: 'card',
  state,
  fencedAt: null,
  isUnknown: false,
  received: 0,
  returnedAt: null,
  redirectUrl: null,
  failure: null,
  errorCode: null,
  ...more,
});
const slip = (more: Partial<AttemptFacts> = {}) => attempt('slip', { method: 'cvs', ...more });
const bankPage = (more: Partial<AttemptFacts> = {}) =>
  attempt('challenged', { redirectUrl: 'https://bank.example/', ...more });
const then = new Date(now);

describe('what may be done with an order', () => {
  it.each<[string, OrderFacts, AttemptFacts[], { cancel: boolean; retry: boolean }]>([
    ['waits for a guardian', order('awaiting_guardian'), [], { cancel: true, retry: false }],
    ['has a guardian’s word', order('confirmed'), [], { cancel: true, retry: true }],
    ['is just placed', order('authenticating'), [attempt('ready')], { cancel: false, retry: false }],
    ['is entered', order('authenticating'), [attempt('entered')], { cancel: false, retry: false }],
    ['is before the bank’s page', order('authenticating'), [bankPage()], { cancel: true, retry: false }],
    ['came back', order('authenticating'), [bankPage({ returnedAt: then })], { cancel: false, retry: false }],
    ['is unknown', order('authenticating'), [bankPage({ isUnknown: true })], { cancel: false, retry: false }],
    ['has failed', order('failed'), [attempt('refused')], { cancel: true, retry: true }],
    [
      'gets its slip',
      order('confirmed'),
      [attempt('entered', { method: 'cvs' })],
      { cancel: false, retry: false },
    ],
    ['has a slip', order('awaiting_payment'), [slip()], { cancel: true, retry: true }],
    [
      'has a slip on its end',
      order('awaiting_payment'),
      [slip({ fencedAt: then })],
      { cancel: false, retry: false },
    ],
    [
      'is paid in part',
      order('awaiting_payment'),
      [slip({ received: 100 })],
      { cancel: false, retry: false },
    ],
    ['is paid', order('paid'), [attempt('captured', { received: 4980 })], { cancel: false, retry: false }],
    [
      'holds another sum than was asked for',
      order('authenticating'),
      [attempt('refused'), attempt('captured', { received: 4000 })],
      { cancel: false, retry: false },
    ],
    ['is expired', order('expired'), [attempt('expired')], { cancel: false, retry: false }],
    ['is canceled', order('canceled'), [attempt('cancelled')], { cancel: false, retry: false }],
    ['is given back', order('refunded'), [attempt('captured')], { cancel: false, retry: false }],
    [
      'is a renewal',
      order('failed', { kind: 'renewal' }),
      [attempt('refused')],
      { cancel: false, retry: false },
    ],
  ])('%s', (_what, facts, attempts, may) => {
    expect({ cancel: canCancel(facts, attempts), retry: canRetry(facts, attempts) }).toEqual(may);
  });

  const paid = order('paid', { paidAt: new Date('2027-04-01T14:00:00+09:00') });
  it.each<[string, OrderFacts, number, string, boolean]>([
    ['on the last minute of the eighth day', paid, 2, '2027-04-09T23:59:59+09:00', true],
    ['on the ninth day', paid, 2, '2027-04-10T00:00:00+09:00', false],
    ['after three lessons', paid, 3, '2027-04-02T00:00:00+09:00', false],
    ['for nothing paid', { ...paid, total: 0 }, 0, '2027-04-02T00:00:00+09:00', false],
    ['of a renewal', { ...paid, kind: 'renewal' }, 0, '2027-04-02T00:00:00+09:00', false],
    ['of an open order', order('awaiting_payment'), 0, '2027-04-02T00:00:00+09:00', false],
    ['a second time', { ...paid, status: 'refunded' }, 0, '2027-04-02T00:00:00+09:00', false],
  ])('refund %s', (_what, facts, watched, at, may) => {
    expect(canRefund(facts, watched, Date.parse(at))).toBe(may);
  });
});

describe('how the payment stands', () => {
  it.each<[string, OrderFacts, AttemptFacts[], object]>([
    ['just placed', order('authenticating'), [attempt('ready')], { next: 'poll', isUncharged: false }],
    [
      'before the bank’s page',
      order('authenticating'),
      [bankPage()],
      { next: '3ds', redirectUrl: 'https://bank.example/' },
    ],
    ['back from it', order('authenticating'), [bankPage({ returnedAt: then })], { next: 'poll' }],
    ['stopped there', order('authenticating'), [bankPage({ fencedAt: then })], { next: 'poll' }],
    [
      'unknown',
      order('authenticating'),
      [attempt('entered', { isUnknown: true })],
      { next: 'poll', failure: 'unknown', isUncharged: false },
    ],
    [
      'refused',
      order('failed'),
      [attempt('refused', { failure: 'limit', errorCode: '42G020000' })],
      { next: 'failed', failure: 'limit', errorCode: '42G020000', isUncharged: true },
    ],
    [
      'refused, then tried again',
      order('authenticating'),
      [attempt('refused', { failure: 'limit' }), attempt('entered')],
      { next: 'poll', failure: null, isUncharged: false },
    ],
    [
      'refused, then paid',
      order('paid'),
      [attempt('refused', { failure: 'limit' }), attempt('captured', { received: 4980 })],
      { next: 'done', failure: null, isUncharged: false },
    ],
    ['a slip on its way', order('confirmed'), [attempt('entered', { method: 'cvs' })], { next: 'poll' }],
    ['agreed to by a guardian, and not begun', order('confirmed'), [], { next: 'done', isUncharged: true }],
    ['a slip in hand', order('awaiting_payment'), [slip()], { next: 'done', isUncharged: false }],
    ['a slip on its end', order('awaiting_payment'), [slip({ fencedAt: then })], { next: 'poll' }],
    ['over without money', order('expired'), [attempt('expired')], { next: 'failed', isUncharged: true }],
    [
      'over, and money came late',
      order('canceled'),
      [attempt('extra', { received: 4980 })],
      { next: 'failed', isUncharged: false },
    ],
    [
      'over with a part that is owed back',
      order('expired'),
      [attempt('expired', { received: 100 })],
      { next: 'failed', isUncharged: false },
    ],
    [
      'of another sum, which somebody has to look at',
      order('authenticating'),
      [attempt('captured', { received: 4000 })],
      { next: 'poll', failure: null, isUncharged: false },
    ],
    ['for nothing', order('paid', { total: 0, method: 'none' }), [], { next: 'done' }],
  ])('%s', (_what, facts, attempts, outcome) => {
    expect(outcomeOf(facts, attempts)).toMatchObject(outcome);
  });

  it('is never called uncharged while an attempt could still come to money', () => {
    for (const state of ['ready', 'entered', 'challenged', 'slip', 'captured', 'extra'] as const)
      expect(isUncharged(order('failed'), [attempt(state)]), state).toBe(false);
    for (const state of ['refused', 'expired', 'cancelled'] as const) {
      expect(isUncharged(order('failed'), [attempt(state)]), state).toBe(true);
      expect(isUncharged(order('failed'), [attempt(state, { isUnknown: true })]), state).toBe(false);
    }
  });

  it('is called given back once no attempt keeps anything of a charge, and none could bring more', () => {
    const refused = attempt('refused');
    for (const state of ['captured', 'extra'] as const) {
      const kept = attempt(state, { received: 4980 });
      expect(isAllReturned(order('failed'), [attempt(state), refused]), state).toBe(true);
      expect(isAllReturned(order('failed'), [kept, refused]), state).toBe(false);
      expect(isAllReturned(order('failed'), [attempt(state, { isUnknown: true })]), state).toBe(false);
      expect(isAllReturned(order('authenticating'), [attempt(state), attempt('ready')]), state).toBe(false);
      expect(isAllReturned(order('refunded'), [attempt(state)]), state).toBe(false);
    }
    expect(isAllReturned(order('failed'), [refused])).toBe(false);
  });

  it.each<[string, OrderFacts, AttemptFacts[]]>([
    ['paid', order('paid'), [attempt('captured')]],
    ['none', order('paid', { total: 0 }), []],
    ['open', order('awaiting_payment'), [slip()]],
    ['checking', order('awaiting_payment'), [slip({ fencedAt: then })]],
    ['checking', order('authenticating'), [bankPage()]],
    ['checking', order('authenticating'), [attempt('captured', { received: 4000 })]],
    ['none', order('canceled'), [attempt('captured', { received: 4000 })]],
    ['failed', order('failed'), [attempt('refused')]],
    ['expired', order('expired'), [attempt('expired')]],
    ['none', order('canceled'), [attempt('cancelled')]],
  ])('is %s in one word', (word, facts, attempts) => {
    expect(paymentStatus(facts, attempts)).toBe(word);
  });
});
