import { describe, expect, it } from 'vitest';
import { cardSchema } from '#contracts/shopCard.ts';
import { ageOf, brandName, canPay, hasRoom, payableCards } from './savedCards.ts';

const card = (fields: object) =>
  cardSchema.parse({
    id: 1,
    brand: 'visa',
    last4: '1111',
    exp_month: 12,
    exp_year: 2027,
    state: 'active',
    ...fields,
  });
const at = (iso: string) => Date.parse(iso);

describe('ageOf', () => {
  it('a card holds until the last moment of its month in Japan', () => {
    expect(ageOf(card({}), at('2027-12-31T23:59:59+09:00'))).toBe('soon');
    expect(ageOf(card({}), at('2028-01-01T00:00:00+09:00'))).toBe('expired');
    expect(ageOf(card({ exp_month: 2, exp_year: 2028 }), at('2028-02-29T23:59:59+09:00'))).toBe('soon');
  });

  it('is told 60 days before', () => {
    expect(ageOf(card({}), at('2027-11-01T23:59:59+09:00'))).toBe('good');
    expect(ageOf(card({}), at('2027-11-02T00:00:00+09:00'))).toBe('soon');
  });

  it('believes the server, and says nothing of what nobody knows', () => {
    expect(ageOf(card({ is_expired: true }), at('2020-01-01T00:00:00Z'))).toBe('expired');
    expect(ageOf(card({ exp_month: 0, exp_year: 0 }), at('2027-01-01T00:00:00Z'))).toBe('unknown');
  });
});

describe('cards to choose from', () => {
  const now = at('2027-06-01T00:00:00+09:00');

  it('are those that are kept and not over, in the order of the server', () => {
    const cards = [
      card({ id: 1 }),
      card({ id: 2, state: 'pending' }),
      card({ id: 3, exp_year: 2026 }),
      card({ id: 4, exp_month: 0, exp_year: 0 }),
      card({ id: 5, state: 'failed' }),
    ];
    expect(payableCards(cards, now).map(({ id }) => id)).toEqual(['1', '4']);
    expect(canPay(card({ state: 'pending' }), now)).toBe(false);
  });

  it('leave room as long as the limit is not reached; what could not be kept takes none', () => {
    expect(hasRoom([card({ id: 1 }), card({ id: 2, state: 'failed' })], 2)).toBe(true);
    expect(hasRoom([card({ id: 1 }), card({ id: 2, state: 'pending' })], 2)).toBe(false);
  });
});

it('brands have their names, unknown ones their own', () => {
  expect(['visa', 'master', 'Mastercard', 'JCB', ''].map(brandName)).toEqual([
    'Visa',
    'Mastercard',
    'Mastercard',
    'JCB',
    '',
  ]);
});
