import { describe, expect, it } from 'vitest';
import type { OrderStatus } from '#contracts/shopOrder.ts';
import { taxByRate } from '../money/tax.ts';
import { offerNumber, offersOf, type RefundFacts, type RefundItem } from './offers.ts';

const at = (text: string) => Date.parse(`${text}+09:00`);
const paidAt = new Date(at('2027-04-01T14:00:00'));
const item = (id: number, paid: number, more: Partial<RefundItem> = {}): RefundItem => ({
  id,
  name: `講座${id}`,
  paid,
  refunded: 0,
  rate: 10,
  accessDays: 365,
  isEnded: false,
  from: '2027-04-01',
  hasBegun: false,
  ...more,
});
const facts = (
  items: RefundItem[],
  more: Partial<Omit<RefundFacts, 'order' | 'items'>> & { status?: OrderStatus } = {},
): RefundFacts => {
  const { status = 'paid', ...others } = more;
  const total = items.reduce((sum, { paid }) => sum + paid, 0);
  return {
    order: { id: 7, status, kind: 'sale', total, paidAt, subscriptionId: null },
    items,
    watched: 0,
    contract: { isFiled: false, receivedAt: null },
    isCard: true,
    obstacle: null,
    ...others,
  };
};
const contract = (received: string | null) => ({
  contract: { isFiled: true, receivedAt: received === null ? null : new Date(at(received)) },
});
const kinds = (given: RefundFacts, now: number) => offersOf(given, now).offers.map(({ kind }) => kind);

describe('a return', () => {
  const two = [item(1, 4233), item(2, 8331)];

  it('is all of what was paid, until the end of the eighth day after the payment', () => {
    const { offers } = offersOf(facts(two), at('2027-04-09T23:59:59'));
    expect(offers).toMatchObject([{ kind: 'voluntary', total: 12_564, until: at('2027-04-10T00:00:00') }]);
    const late = offersOf(facts(two), at('2027-04-10T00:00:00'));
    expect(late.offers).toEqual([]);
    expect(late.closed[0]?.detail).toContain('2027年4月9日');
  });

  it('is closed by the third lesson', () => {
    const now = at('2027-04-02T10:00:00');
    expect(kinds(facts(two, { watched: 2 }), now)).toEqual(['voluntary']);
    const { offers, closed } = offersOf(facts(two, { watched: 3 }), now);
    expect(offers).toEqual([]);
    expect(closed).toMatchObject([{ kind: 'voluntary', detail: expect.stringContaining('3つ以上') }]);
  });

  it('is nothing for what costs nothing, is not paid, has ended, or is under way', () => {
    const now = at('2027-04-02T10:00:00');
    expect(kinds(facts([item(1, 0)]), now)).toEqual([]);
    expect(kinds(facts(two, { status: 'failed' }), now)).toEqual([]);
    expect(kinds(facts([item(1, 4233, { isEnded: true })]), now)).toEqual([]);
    expect(kinds(facts(two, { obstacle: 'busy' }), now)).toEqual([]);
    expect(offersOf(facts(two, { obstacle: 'chargeback' }), now).closed).toHaveLength(1);
  });
});

describe('row 100: partial refunds', () => {
  const paid = [4233, 8331, 2833];

  it('add up to what was paid whatever the order, and tax is of each paper (money.md 5.6)', () => {
    for (const first of [0, 1, 2]) {
      const items = paid.map((sum, i) =>
        item(i + 1, sum, i === first ? { refunded: sum, isEnded: true } : {}),
      );
      const [rest] = offersOf(
        facts(items, { status: 'partially_refunded' }),
        at('2027-04-02T10:00:00'),
      ).offers;
      expect(rest?.total).toBe(15_397 - (paid[first] ?? 0));
    }
    const tax = (sum: number) => taxByRate([{ amount: sum, rate: 10 }])[0]?.tax;
    expect([tax(8331), tax(15_397 - 8331)]).toEqual([757, 642]);
  });

  it('takes what is left when the staff gave a sum back before', () => {
    const items = [item(1, 4233, { refunded: 1000 }), item(2, 8331)];
    const [offer] = offersOf(facts(items), at('2027-04-02T10:00:00')).offers;
    expect(offer?.lines.map(({ amount }) => amount)).toEqual([3233, 8331]);
  });
});

describe('cooling-off', () => {
  const dear = [item(1, 59_800, { hasBegun: true })];

  it('row 109: is taken at 23:59:59 of the eighth day and refused with the reason a second later', () => {
    const given = facts(dear, contract('2027-04-01T14:00:00'));
    const { offers } = offersOf({ ...given, watched: 9 }, at('2027-04-08T23:59:59'));
    expect(offers).toMatchObject([{ kind: 'cooling_off', total: 59_800 }]);
    const late = offersOf({ ...given, watched: 9 }, at('2027-04-09T00:00:00'));
    expect(late.offers.map(({ kind }) => kind)).toEqual(['midterm']);
    expect(late.closed.find(({ kind }) => kind === 'cooling_off')?.detail).toContain('2027年4月8日');
  });

  it('row 109: crosses the year', () => {
    const given = facts(dear, contract('2027-12-28T09:00:00'));
    expect(kinds(given, at('2028-01-04T23:59:59'))).toEqual(['cooling_off']);
    expect(kinds(given, at('2028-01-05T00:00:00'))).not.toContain('cooling_off');
  });

  it('has not begun before the paper was received', () => {
    const { offers } = offersOf(facts(dear, contract(null)), at('2027-12-31T10:00:00'));
    expect(offers).toMatchObject([{ kind: 'cooling_off', total: 59_800, until: null }]);
  });
});

describe('ending a contract in its midst (money.md 5.15)', () => {
  const received = contract('2027-04-01T14:00:00');
  it.each([
    [59_800, '2027-07-09', true, { used: 16_383, fee: 4915, amount: 38_502 }],
    [300_000, '2027-05-30', true, { used: 49_315, fee: 20_000, amount: 230_685 }],
    [59_800, '2027-07-09', false, { used: 16_383, fee: 0, amount: 43_417 }],
  ])('%i yen on %s', (paid, on, hasBegun, line) => {
    const given = facts([item(1, paid, { hasBegun })], { ...received, watched: 5 });
    const [offer] = offersOf(given, at(`${on}T10:00:00`)).offers;
    expect(offer).toMatchObject({ kind: 'midterm', lines: [line] });
  });

  it('is closed when nothing would be left', () => {
    const given = facts([item(1, 59_800, { hasBegun: true })], { ...received, watched: 5 });
    const { offers, closed } = offersOf(given, at('2028-03-05T10:00:00'));
    expect(offers).toEqual([]);
    expect(closed.map(({ kind }) => kind)).toContain('midterm');
  });

  it('is not offered for an order without a contract paper', () => {
    expect(kinds(facts([item(1, 49_800)]), at('2027-07-09T10:00:00'))).toEqual([]);
  });
});

it('row 102: a number names exactly these lines', () => {
  const now = at('2027-07-09T10:00:00');
  const given = facts([item(1, 59_800)], contract('2027-04-01T14:00:00'));
  const numberAt = (time: number) => {
    const [offer] = offersOf(given, time).offers;
    if (!offer) throw new Error('no offer');
    return offerNumber(7, offer);
  };
  expect(numberAt(now)).toMatch(/^R[0-9A-F]{12}$/);
  expect(numberAt(now + 60_000)).toBe(numberAt(now));
  expect(numberAt(now + 86_400_000)).not.toBe(numberAt(now));
});
