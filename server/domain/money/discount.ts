/** What a coupon takes off, and which one takes off most (money.md 4.2, 5.2–5.5). Whole yen. Pure. */

/** What a coupon takes off: per cent of the things it is for, yen, or everything. */
export type CouponValue =
  | { kind: 'percent'; percent: number }
  | { kind: 'amount'; amount: number }
  | { kind: 'free' };

/** What the sum depends on; time, target and use of a coupon are checked before. */
export type CouponTerms = {
  value: CouponValue;
  /** Yen that the eligible lines must cost together, before any discount; 0 for none. */
  minTotal: number;
};

/** A line of a cart, in the cart's order: yen, tax included, and whether the coupon is for it. */
export type DiscountLine = { price: number; isEligible: boolean };

/**
 * `discount` is the sum of `shares`. `shares` has one entry for each line; it is 0 where the coupon is not for the
 * line.
 */
export type Discount = { discount: number; shares: number[] };

/** The sum of the lines that the coupon is for. */
export function eligibleTotal(lines: readonly DiscountLine[]): number {
  return lines.reduce((sum, { price, isEligible }) => (isEligible ? sum + price : sum), 0);
}

/** Whether the coupon is for any line, and the lines it is for reach its least sum. */
export function isReached(terms: CouponTerms, lines: readonly DiscountLine[]): boolean {
  return lines.some(({ isEligible }) => isEligible) && eligibleTotal(lines) >= terms.minTotal;
}

function discountOf(value: CouponValue, eligible: number): number {
  if (value.kind === 'free') return eligible;
  const wanted = value.kind === 'percent' ? Math.floor((eligible * value.percent) / 100) : value.amount;
  return Math.min(Math.max(0, wanted), eligible);
}

/**
 * Divides a discount over lines in proportion (largest remainder method). Each line gets the whole yen of its part. The
 * rest goes to the lines with the largest remainders; among equal ones to the earlier line. No share exceeds its line.
 *
 * @param discount at most the sum of `prices`
 */
export function largestRemainder(discount: number, prices: readonly number[]): number[] {
  const total = prices.reduce((sum, price) => sum + price, 0);
  if (discount === 0 || total === 0) return prices.map(() => 0);
  const shares = prices.map((price) => Math.floor((discount * price) / total));
  const missing = discount - shares.reduce((sum, share) => sum + share, 0);
  const first = prices
    .map((price, index) => ({ index, remainder: (discount * price) % total }))
    .sort((one, other) => other.remainder - one.remainder || one.index - other.index)
    .slice(0, missing)
    .map(({ index }) => index);
  return shares.map((share, index) => (first.includes(index) ? share + 1 : share));
}

/** What a coupon takes off these lines, and off which; 0 when its minimum is not reached. */
export function applyCoupon(terms: CouponTerms, lines: readonly DiscountLine[]): Discount {
  const discount = isReached(terms, lines) ? discountOf(terms.value, eligibleTotal(lines)) : 0;
  return {
    discount,
    shares: largestRemainder(
      discount,
      lines.map(({ price, isEligible }) => (isEligible ? price : 0)),
    ),
  };
}

/** A coupon that this buyer may use now, with the cart's lines as the coupon sees them. */
export type Candidate = CouponTerms & {
  id: string;
  /** Epoch milliseconds; `null` for one that does not end. */
  endsAt: number | null;
  lines: readonly DiscountLine[];
};

function endsSooner(one: Candidate, other: Candidate): number {
  if (one.endsAt === other.endsAt) return 0;
  return (one.endsAt ?? Number.POSITIVE_INFINITY) - (other.endsAt ?? Number.POSITIVE_INFINITY);
}

/** Ids are whole numbers or other names; numbers are compared by size. */
function byId(one: Candidate, other: Candidate): number {
  if (/^\d+$/.test(one.id) && /^\d+$/.test(other.id)) return Number(one.id) - Number(other.id);
  return one.id < other.id ? -1 : 1;
}

/**
 * The coupon that saves most; of equal ones the one that ends sooner, then the one with the smaller id (money.md 4.2).
 * `null` when none takes anything off.
 */
export function bestCoupon<One extends Candidate>(
  candidates: readonly One[],
): (Discount & { coupon: One }) | null {
  const useful = candidates
    .map((coupon) => ({ coupon, ...applyCoupon(coupon, coupon.lines) }))
    .filter(({ discount }) => discount > 0)
    .sort(
      (one, other) =>
        other.discount - one.discount ||
        endsSooner(one.coupon, other.coupon) ||
        byId(one.coupon, other.coupon),
    );
  return useful[0] ?? null;
}
