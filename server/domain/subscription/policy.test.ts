import { describe, expect, it } from 'vitest';
import {
  canCancel,
  chargeMoment,
  dunningFor,
  nextAmount,
  pauseProblem,
  resumeKind,
  type SubscriptionFacts,
  shownStatus,
} from './policy.ts';

const at = (text: string) => Date.parse(`${text}+09:00`);
const day = (text: string) => new Date(at(`${text}T00:00:00`));
const now = at('2027-02-10T12:00:00');

const running: SubscriptionFacts = {
  status: 'active',
  interval: 'month',
  cancelAtEnd: false,
  isEnding: false,
  currentUntil: day('2027-02-28'),
  dueOn: '2027-02-28',
  pausedFrom: null,
  pausedUntil: null,
  lastPauseAt: null,
};

describe('a pause', () => {
  it('is possible for a month that is paid, once a year', () => {
    expect(pauseProblem(running, now)).toBeNull();
    expect(pauseProblem({ ...running, lastPauseAt: day('2026-02-11') }, now)).toBe('pause_used');
    expect(pauseProblem({ ...running, lastPauseAt: day('2026-02-09') }, now)).toBeNull();
  });

  it('row 91: is refused in arrears, and a second time', () => {
    expect(pauseProblem({ ...running, status: 'past_due' }, now)).toBe('past_period');
    expect(pauseProblem({ ...running, status: 'paused', lastPauseAt: day('2027-01-20') }, now)).toBe(
      'pause_used',
    );
    expect(pauseProblem({ ...running, pausedFrom: day('2027-02-28') }, now)).toBe('pause_used');
  });

  it.each([
    ['a trial', { status: 'trialing' as const }],
    ['what is cancelled', { cancelAtEnd: true }],
    ['a year', { interval: 'year' as const }],
    ['a day that is due', { currentUntil: day('2027-02-10') }],
  ])('is none for %s', (_, fields) => {
    expect(pauseProblem({ ...running, ...fields }, now)).toBe('past_period');
  });
});

describe('what resume does', () => {
  it.each([
    [{ cancelAtEnd: true }, 'undo_cancel'],
    [{ cancelAtEnd: true, currentUntil: day('2027-02-10') }, null],
    [{ pausedFrom: day('2027-02-28') }, 'undo_pause'],
    [{ status: 'paused' as const, currentUntil: day('2027-02-01') }, 'end_pause'],
    [{}, null],
    [{ status: 'ended' as const }, null],
    [{ cancelAtEnd: true, isEnding: true }, null],
  ])('%j → %s', (fields, kind) => {
    expect(resumeKind({ ...running, ...fields }, now)).toBe(kind);
  });
});

describe('a cancellation', () => {
  it('is shown as such until its end', () => {
    expect(shownStatus({ ...running, cancelAtEnd: true })).toBe('cancel_scheduled');
    expect(shownStatus({ ...running, status: 'ended', cancelAtEnd: true })).toBe('ended');
  });

  it('is possible once, and as long as it has not ended', () => {
    expect(canCancel(running)).toBe(true);
    expect(canCancel({ ...running, status: 'past_due' })).toBe(true);
    expect(canCancel({ ...running, status: 'starting' })).toBe(false);
    expect(canCancel({ ...running, cancelAtEnd: true })).toBe(false);
    expect(canCancel({ ...running, isEnding: true })).toBe(false);
    expect(canCancel({ ...running, status: 'ended' })).toBe(false);
  });
});

describe('the moment of a charge', () => {
  it('is 09:00, spread over half an hour', () => {
    expect(chargeMoment('2027-02-28', 30)).toBe(at('2027-02-28T09:00:00'));
    expect(chargeMoment('2027-02-28', 59)).toBe(at('2027-02-28T09:29:00'));
    expect(dunningFor('2027-02-28', 31).tries[0]).toBe(at('2027-03-01T09:01:00'));
    expect(dunningFor('2027-02-28', 31).suspendedAt).toBe(at('2027-03-08T00:00:00'));
  });
});

describe('the next sum', () => {
  const agreed = { price: 2980, newPrice: null, newPriceAt: null, agreedPrice: null };
  const told = { ...agreed, newPrice: 3480, newPriceAt: day('2027-01-29') };

  it('is the price of now when that is lower', () => {
    expect(nextAmount(agreed, { price: 1980 }, '2027-02-28')).toBe(1980);
    expect(nextAmount(agreed, { price: 2980 }, '2027-02-28')).toBe(2980);
  });

  it('row 89: is never a higher one that nobody agreed to', () => {
    expect(nextAmount(agreed, { price: 3480 }, '2027-02-28')).toBe(2980);
    expect(nextAmount({ ...told, newPriceAt: day('2027-01-30') }, { price: 3480 }, '2027-02-28')).toBe(2980);
    expect(nextAmount(told, { price: 3480 }, '2027-02-28')).toBeNull();
    expect(nextAmount({ ...told, agreedPrice: 3480 }, { price: 3480 }, '2027-02-28')).toBe(3480);
    // The price was raised once more: the member agreed to another price.
    expect(nextAmount({ ...told, agreedPrice: 3480 }, { price: 3980 }, '2027-02-28')).toBe(2980);
  });
});
