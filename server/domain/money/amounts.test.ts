import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../tests/seededRandom.ts';
import { runsInZone } from '../../testing/timeZone.ts';
import { depositState } from './deposits.ts';
import {
  applyCoupon,
  bestCoupon,
  type CouponTerms,
  type DiscountLine,
  largestRemainder,
} from './discount.ts';
import { isMethodAllowed, methodsFor } from './methodLimits.ts';
import { midtermRefund } from './midterm.ts';
import { refundShare } from './refundShare.ts';
import { taxByRate, taxInside } from './tax.ts';

const percent = (value: number, minTotal = 0): CouponTerms => ({
  value: { kind: 'percent', percent: value },
  minTotal,
});
const yen = (amount: number, minTotal = 0): CouponTerms => ({ value: { kind: 'amount', amount }, minTotal });
const lines = (...prices: number[]): DiscountLine[] => prices.map((price) => ({ price, isEligible: true }));
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

// As the vectors of dates.test.ts: no sum may depend on the time zone of the server.
describe.each([
  ['UTC', 0],
  ['Asia/Tokyo', 9],
])('sums where the process runs in %s', (zone, hour) => {
  runsInZone(zone, hour);

  describe('vector 1: tax inside', () => {
    it.each([
      [2980, 10, 270],
      [4980, 10, 452],
      [7980, 10, 725],
      [59_800, 10, 5436],
      [1080, 8, 80],
      [0, 10, 0],
    ])('of %i yen at %i %% is %i', (total, rate, tax) => {
      expect(taxInside(total, rate)).toBe(tax);
    });

    it('is rounded once per rate and invoice, never per line', () => {
      const invoice = [
        { amount: 4980, rate: 10 },
        { amount: 2980, rate: 10 },
      ];
      expect(taxByRate(invoice)).toEqual([{ rate: 10, total: 7960, tax: 723 }]);
    });

    it('comes by rate, the higher rate first', () => {
      const invoice = [
        { amount: 1080, rate: 8 },
        { amount: 4980, rate: 10 },
      ];
      expect(taxByRate(invoice)).toEqual([
        { rate: 10, total: 4980, tax: 452 },
        { rate: 8, total: 1080, tax: 80 },
      ]);
    });
  });

  describe('vector 2: coupon over several lines', () => {
    it('takes per cent of the sum and divides by largest remainder', () => {
      const cart = lines(4980, 9800, 3333);
      const { discount, shares } = applyCoupon(percent(15), cart);
      expect({ discount, shares }).toEqual({ discount: 2716, shares: [747, 1469, 500] });
      const paid = cart.map(({ price }, i) => price - (shares[i] ?? 0));
      expect(paid).toEqual([4233, 8331, 2833]);
      expect(taxByRate(paid.map((amount) => ({ amount, rate: 10 })))).toEqual([
        { rate: 10, total: 15_397, tax: 1399 },
      ]);
    });

    it('gives equal remainders to the earlier line', () => {
      expect(applyCoupon(yen(100), lines(100, 100, 100)).shares).toEqual([34, 33, 33]);
      expect(applyCoupon(yen(50), lines(1, 1, 298)).shares).toEqual([0, 0, 50]);
    });
  });

  describe('vector 3: coupon for some lines', () => {
    const cart = lines(4980, 9800, 3333).map((line, i) => ({ ...line, isEligible: i < 2 }));

    it('counts and changes only these', () => {
      const { discount, shares } = applyCoupon(percent(15), cart);
      expect({ discount, shares }).toEqual({ discount: 2217, shares: [747, 1470, 0] });
      expect(18_113 - discount).toBe(15_896);
      expect(taxInside(15_896, 10)).toBe(1445);
    });

    it('needs its least sum in these lines before discount', () => {
      expect(applyCoupon(percent(15, 14_780), cart).discount).toBe(2217);
      expect(applyCoupon(percent(15, 14_781), cart)).toEqual({ discount: 0, shares: [0, 0, 0] });
    });
  });

  describe('vector 4: two rates', () => {
    it('divides over both, and each rate has its own tax', () => {
      const { discount, shares } = applyCoupon(percent(10), lines(4980, 1080));
      expect({ discount, shares }).toEqual({ discount: 606, shares: [498, 108] });
      expect(
        taxByRate([
          { amount: 4482, rate: 10 },
          { amount: 972, rate: 8 },
        ]),
      ).toEqual([
        { rate: 10, total: 4482, tax: 407 },
        { rate: 8, total: 972, tax: 72 },
      ]);
    });
  });

  describe('vector 5: the best coupon', () => {
    const cart = lines(4980, 9800);
    const candidate = (id: string, terms: CouponTerms, endsAt: number | null = null) => ({
      ...terms,
      id,
      endsAt,
      lines: cart,
    });

    it('is the one that saves most of those whose least sum is reached', () => {
      const [a, b, c] = [
        candidate('A', percent(10)),
        candidate('B', yen(1500, 15_000)),
        candidate('C', yen(1400)),
      ];
      const best = bestCoupon([c, b, a]);
      expect([best?.coupon.id, best?.discount]).toEqual(['A', 1478]);
    });

    it('is of equal ones the one that ends sooner, then the one with the smaller id', () => {
      const [late, soon, never] = [
        candidate('1', yen(1400), 2000),
        candidate('10', yen(1400), 1000),
        candidate('0', yen(1400)),
      ];
      expect(bestCoupon([never, late, soon])?.coupon.id).toBe('10');
      expect(bestCoupon([soon, { ...soon, id: '9' }])?.coupon.id).toBe('9');
      expect(bestCoupon([never, { ...never, id: '00000a' }])?.coupon.id).toBe('0');
    });

    it('is none when nothing is saved', () => {
      expect(bestCoupon([])).toBe(null);
      expect(bestCoupon([candidate('B', yen(1500, 15_000)), candidate('Z', percent(0))])).toBe(null);
    });

    it('may take the whole sum and no more, which leaves nothing to pay', () => {
      expect(applyCoupon(yen(99_999), cart)).toEqual({ discount: 14_780, shares: [4980, 9800] });
      const free: CouponTerms = { value: { kind: 'free' }, minTotal: 0 };
      expect(applyCoupon(free, [...cart, { price: 500, isEligible: false }]).shares).toEqual([4980, 9800, 0]);
      expect(methodsFor(0)).toEqual(['none']);
    });
  });

  describe('vector 6: refunds of parts', () => {
    it('give back what was paid for the item', () => {
      const second = refundShare({ paid: 8331, captured: 15_397, refunded: 0, isLast: false });
      expect([second, taxInside(second, 10)]).toEqual([8331, 757]);
      expect([15_397 - second, taxInside(15_397 - second, 10)]).toEqual([7066, 642]);
    });

    it('are together what was captured: the last one takes the remainder', () => {
      const paid = [4233, 8331, 2833];
      const refunds: number[] = [];
      for (const [i, one] of paid.entries()) {
        const isLast = i === paid.length - 1;
        refunds.push(refundShare({ paid: one, captured: 15_397, refunded: sum(refunds), isLast }));
      }
      expect([refunds, sum(refunds)]).toEqual([paid, 15_397]);
      expect(refundShare({ paid: 2833, captured: 15_400, refunded: 12_564, isLast: true })).toBe(2836);
      expect(refundShare({ paid: 2833, captured: 15_397, refunded: 15_000, isLast: false })).toBe(397);
    });
  });

  describe('vector 7: deposits', () => {
    it('add up to paid and an excess, and the same news again posts nothing', () => {
      expect(depositState(15_397, 0, 10_000)).toEqual({
        posting: 10_000,
        received: 10_000,
        rest: 5397,
        excess: 0,
        isPaid: false,
      });
      const end = { received: 15_400, rest: 0, excess: 3, isPaid: true };
      expect(depositState(15_397, 10_000, 15_400)).toEqual({ posting: 5400, ...end });
      expect(depositState(15_397, 15_400, 15_400)).toEqual({ posting: 0, ...end });
    });

    it('come to the same end out of order', () => {
      const end = { received: 15_400, rest: 0, excess: 3, isPaid: true };
      expect(depositState(15_397, 0, 15_400)).toEqual({ posting: 15_400, ...end });
      expect(depositState(15_397, 15_400, 10_000)).toEqual({ posting: 0, ...end });
    });
  });

  describe('vector 15: ended in its midst', () => {
    it.each([
      [59_800, 365, 100, { used: 16_383, fee: 4915, refund: 38_502 }],
      [59_800, 365, 1, { used: 163, fee: 4915, refund: 54_722 }],
      [59_800, 365, 340, { used: 55_704, fee: 4915, refund: 0 }],
      [300_000, 365, 60, { used: 49_315, fee: 20_000, refund: 230_685 }],
    ])('%i yen for %i days, day %i', (paid, days, used, refund) => {
      expect(midtermRefund(paid, days, used, true)).toEqual(refund);
    });

    it('costs no fee before the first lesson', () => {
      expect(midtermRefund(59_800, 365, 1, false)).toEqual({ used: 163, fee: 0, refund: 59_637 });
    });
  });

  describe('vector 16: limits of convenience stores', () => {
    it.each([
      [199, false],
      [200, true],
      [299_999, true],
      [300_000, false],
    ])('%i yen: %s', (total, isAllowed) => {
      expect(isMethodAllowed('cvs', total)).toBe(isAllowed);
    });

    it('leaves the other methods', () => {
      expect(methodsFor(199)).toEqual(['card', 'bank']);
      expect(methodsFor(5000)).toEqual(['card', 'cvs', 'bank']);
    });
  });
});

describe('row 10: stacked rounding', () => {
  const whole = (random: () => number, least: number, most: number) =>
    least + Math.floor(random() * (most - least + 1));

  function randomCart(random: () => number): { terms: CouponTerms; cart: DiscountLine[] } {
    const cart = Array.from({ length: whole(random, 1, 10) }, () => ({
      price: random() < 0.1 ? 0 : whole(random, 1, random() < 0.5 ? 9 : 300_000),
      isEligible: random() < 0.8,
    }));
    const pick = random();
    const value: CouponTerms['value'] =
      pick < 0.5
        ? { kind: 'percent', percent: whole(random, 1, 100) }
        : pick < 0.9
          ? { kind: 'amount', amount: whole(random, 1, random() < 0.5 ? 100 : 500_000) }
          : { kind: 'free' };
    return { terms: { value, minTotal: random() < 0.2 ? whole(random, 0, 300_000) : 0 }, cart };
  }

  it('row 10: shares are exactly the discount in 1,000 random carts, and no share is more than its line', () => {
    let discounted = 0;
    for (let seed = 1; seed <= 1000; seed += 1) {
      const { terms, cart } = randomCart(seededRandom(seed));
      const { discount, shares } = applyCoupon(terms, cart);
      if (discount > 0) discounted += 1;
      expect([seed, sum(shares), shares.length]).toEqual([seed, discount, cart.length]);
      for (const [i, share] of shares.entries()) {
        const most = cart[i]?.isEligible ? cart[i].price : 0;
        expect([seed, i, Number.isInteger(share), share >= 0, share <= most]).toEqual([
          seed,
          i,
          true,
          true,
          true,
        ]);
        // Every share differs from its exact part by less than one whole yen.
        const total = sum(cart.filter(({ isEligible }) => isEligible).map(({ price }) => price));
        expect(Math.abs(share * total - discount * most)).toBeLessThan(Math.max(1, total));
      }
    }
    expect(discounted).toBeGreaterThan(700);
  });

  it('row 10: the total does not depend on the order of the lines', () => {
    for (let seed = 1; seed <= 1000; seed += 1) {
      const random = seededRandom(seed);
      const { terms, cart } = randomCart(random);
      const turned = cart
        .map((line) => ({ line, at: random() }))
        .sort((one, other) => one.at - other.at)
        .map(({ line }) => line);
      expect([seed, applyCoupon(terms, turned).discount]).toEqual([seed, applyCoupon(terms, cart).discount]);
    }
  });

  it('divides nothing over nothing', () => {
    expect(largestRemainder(0, [])).toEqual([]);
    expect(applyCoupon(percent(10), lines(0, 0))).toEqual({ discount: 0, shares: [0, 0] });
  });
});
