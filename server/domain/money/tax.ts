/** Consumption tax that is inside prices (money.md 5.1). Whole yen. Pure. */

/** Something paid: yen with tax inside, and its rate in per cent. */
export type TaxedAmount = { amount: number; rate: number };

/** What an invoice says for one rate: the sum with tax included, and the tax in it. */
export type RateSum = { rate: number; total: number; tax: number };

/** The tax inside a sum: `floor(total × rate / (100 + rate))`. Only for the sum of an invoice, never for a line. */
export function taxInside(total: number, rate: number): number {
  return Math.floor((total * rate) / (100 + rate));
}

/**
 * Sums of an invoice, one for each rate, the higher rate first. Each is rounded once, as the law demands
 * (money.md 5.1).
 */
export function taxByRate(lines: readonly TaxedAmount[]): RateSum[] {
  const totals = new Map<number, number>();
  for (const { amount, rate } of lines) totals.set(rate, (totals.get(rate) ?? 0) + amount);
  return [...totals]
    .sort(([one], [other]) => other - one)
    .map(([rate, total]) => ({ rate, total, tax: taxInside(total, rate) }));
}
