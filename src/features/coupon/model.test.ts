import { expect, it } from 'vitest';
import { type Coupon, couponSchema } from '#contracts/shopCart.ts';
import { discountWords, partOf, untilWords } from './model.ts';

const now = Date.parse('2027-04-12T12:00:00+09:00');

function coupon(fields: Partial<Coupon>): Coupon {
  return { ...couponSchema.parse({ id: 1 }), ...fields };
}

it('only a coupon that can be used now is among the usable ones', () => {
  const parts = ['usable', 'not_applicable', 'used', 'expired'].map((status) => partOf(coupon({ status })));
  expect(parts).toEqual(['usable', 'later', 'used', 'expired']);
});

it('says what it takes off', () => {
  expect(discountWords(coupon({ discount_type: 'amount', discount_value: 1500 }))).toBe('1,500円引き');
  expect(discountWords(coupon({ discount_type: 'percent', discount_value: 15 }))).toBe('15%引き');
  expect(discountWords(coupon({ discount_type: 'free' }))).toBe('無料');
});

it('says until when, and how many days are left of a near end', () => {
  const until = (expires_at: string | null, starts_at: string | null = null) =>
    untilWords(coupon({ expires_at, starts_at }), now);
  expect(until('2027-04-12T23:59:59+09:00')).toBe('2027年4月12日まで (今日まで)');
  expect(until('2027-04-15T23:59:59+09:00')).toBe('2027年4月15日まで (あと3日)');
  expect(until('2028-04-15T23:59:59+09:00')).toBe('2028年4月15日まで');
  expect(until('2027-05-15T23:59:59+09:00', '2027-05-01T00:00:00+09:00')).toBe('2027年5月1日から');
  expect(until(null)).toBe('期限はありません');
});
