import { describe, expect, it } from 'vitest';
import { subscriptionSchema } from '#contracts/shopSubscription.ts';
import {
  afterCancel,
  askedPrice,
  fewOf,
  firstOrder,
  isOpen,
  openCharge,
  resumeKind,
  standOf,
} from './model.ts';
import { texts } from './texts.ts';

const now = Date.parse('2027-02-10T12:00:00+09:00');
const of = (fields: object) =>
  subscriptionSchema.parse({
    id: 1,
    status: 'active',
    plan: { id: 1, product_id: 'plan-1', name: '見放題', price: 980, interval: 'month' },
    ends_at: '2027-02-28T00:00:00+09:00',
    ...fields,
  });
const order = (id: number, status: string) => ({ id, status, total: 980, payment: {} });

describe('how a contract stands', () => {
  it.each([
    ['starting', 'starting', false],
    ['trialing', 'trial', true],
    ['active', 'active', true],
    ['past_due', 'late', true],
    ['suspended', 'closed', false],
    ['cancel_scheduled', 'cancelled', true],
    ['paused', 'paused', false],
    ['ended', 'ended', false],
    ['something_new', 'checking', false],
  ])('%s is %s', (status, stand, isLearning) => {
    expect(standOf(of({ status }), now)).toBe(stand);
    expect(isOpen(of({ status }), now)).toBe(isLearning);
  });

  it('a pause that has not come yet leaves all open', () => {
    const coming = of({
      paused_from: '2027-02-28T00:00:00+09:00',
      paused_until: '2027-03-31T00:00:00+09:00',
    });
    expect(standOf(coming, now)).toBe('pausing');
    expect(isOpen(coming, now)).toBe(true);
    const running = of({ status: 'paused', paused_from: '2027-02-01T00:00:00+09:00' });
    expect(standOf(running, now)).toBe('paused');
    // A cancellation has priority over a pause that will not happen any more.
    const cancelled = of({ status: 'cancel_scheduled', paused_from: '2027-02-28T00:00:00+09:00' });
    expect(standOf(cancelled, now)).toBe('cancelled');
  });
});

describe('what is under way', () => {
  it('is the charge that nobody knows the end of, and not the first payment', () => {
    const invoices = [order(3, 'authenticating'), order(2, 'paid')];
    expect(openCharge(of({ status: 'past_due', invoices }))?.id).toBe('3');
    expect(openCharge(of({ invoices: [order(2, 'paid')] }))).toBeNull();
    expect(openCharge(of({ status: 'starting', invoices }))).toBeNull();
    expect(firstOrder(of({ status: 'starting', invoices }))?.id).toBe('2');
    expect(firstOrder(of({ invoices }))).toBeNull();
  });
});

describe('cancelling', () => {
  it('keeps the free days, keeps what is paid for, or ends at once', () => {
    const end = Date.parse('2027-02-28T00:00:00+09:00');
    expect(afterCancel(of({ status: 'trialing' }), now)).toEqual({ kind: 'trial', end });
    expect(afterCancel(of({}), now)).toEqual({ kind: 'paid', end });
    const current_period_end = '2027-02-28T00:00:00+09:00';
    expect(afterCancel(of({ ends_at: null, current_period_end }), now)).toEqual({ kind: 'paid', end });
    for (const status of ['past_due', 'suspended', 'paused'])
      expect(afterCancel(of({ status, ends_at: null, current_period_end }), now)).toEqual({ kind: 'atOnce' });
    expect(afterCancel(of({ ends_at: '2027-02-10T11:59:59+09:00' }), now)).toEqual({ kind: 'atOnce' });
  });

  it('is undone, and a pause is ended, only while the server lets it', () => {
    expect(resumeKind(of({ status: 'cancel_scheduled', can_resume: true }), now)).toBe('undo');
    expect(resumeKind(of({ status: 'paused', can_resume: true }), now)).toBe('unpause');
    expect(resumeKind(of({ can_resume: true, paused_from: '2027-02-28T00:00:00+09:00' }), now)).toBe(
      'unplan',
    );
    expect(resumeKind(of({ status: 'cancel_scheduled' }), now)).toBeNull();
  });

  it('tells its end by the clock of Japan, in the words of the mail', () => {
    const end = Date.parse('2027-02-27T15:00:00Z');
    expect(texts.cancel.done(end)).toBe('解約しました。2027年2月27日(土) 24:00までご利用いただけます。');
  });
});

it('row 89: a new price is asked about until it is agreed to', () => {
  const price_change = { price: 1180, from: '2027-04-01T09:00:00+09:00', is_agreed: false };
  expect(askedPrice(of({ price_change }))?.price).toBe(1180);
  expect(askedPrice(of({ price_change: { ...price_change, is_agreed: true } }))).toBeNull();
  expect(askedPrice(of({ status: 'ended', price_change }))).toBeNull();
  expect(askedPrice(of({}))).toBeNull();
});

it('a long list is shortened only where that saves more than a line', () => {
  expect(fewOf([1, 2, 3, 4], 3)).toEqual({ shown: [1, 2, 3, 4], more: 0 });
  expect(fewOf([1, 2, 3, 4, 5], 3)).toEqual({ shown: [1, 2, 3], more: 2 });
});
