/** Which orders the law wants papers for (money.md 4.18). Pure. */
import { accessEnd } from '../money/access.ts';
import { needsContractDocument } from '../money/coolingOff.ts';
import type { Product } from '../product/find.ts';
import { type Owned, ownedIn } from '../product/owned.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';

/**
 * When access to a product that is paid now ends at the latest: it is counted from the end of present access, if that
 * is later.
 */
function lastEnd(product: Product, days: number, owned: Owned, now: number): number {
  const olds = product.courseIds.map((id) => owned.ends.get(id) ?? null);
  return Math.max(...[null, ...olds].map((old) => accessEnd(now, days, old)));
}

/**
 * Whether an order of these products has to be preceded by papers about the contract.
 *
 * @param total yen after discount
 */
export function needsPapers(
  products: readonly Product[],
  owned: ReadonlyMap<string, Owned>,
  total: number,
  now: number,
): boolean {
  const from = japaneseDay(now);
  return products.some((product) => {
    const { accessDays } = product;
    // For an exam, nothing is owed after its last day.
    if (product.exam?.until)
      return needsContractDocument(total, { from, until: japaneseDay(product.exam.until.getTime()) });
    const until =
      accessDays === null ? null : japaneseDay(lastEnd(product, accessDays, ownedIn(owned, product), now));
    return needsContractDocument(total, { from, until });
  });
}
