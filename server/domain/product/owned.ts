/** What a buyer already has of the things that are sold (money.md 5.8). */
import type { Db } from '../../db/client.ts';
import { examsOfBuyer } from '../exam/fee.ts';
import { type Access, boughtAccessOf } from '../inventory/policy.ts';
import { mayBuyAgain } from '../money/access.ts';
import type { Product } from './find.ts';

/** What a buyer has of one product. */
export type Owned = {
  /** All of it still runs for more than thirty days, or without an end: it is not sold again. */
  isOwned: boolean;
  /** Ends of the access that runs already, by course (epoch milliseconds): new days count from there. */
  ends: Map<number, number>;
  /** Courses of it that the buyer has without an end, or for more than thirty days. */
  ownedCourses: number[];
  /** An exam whose entry does not wait for a payment: there is nothing to pay yet. */
  lacksEntry?: boolean;
};

const nothing: Owned = { isOwned: false, ends: new Map(), ownedCourses: [] };

function isCovered(access: Access | undefined, now: number): boolean {
  if (!access?.isOpen) return false;
  return access.expireAt === null || !mayBuyAgain(access.expireAt.getTime(), now);
}

/** For a fee: it is paid once the exam is entered, and can be paid while its entry waits for it. */
function ownedFee(state: string | undefined): Owned {
  const isEntered = state === 'entered';
  return { ...nothing, isOwned: isEntered, lacksEntry: !isEntered && state !== 'awaiting_payment' };
}

function ownedOf(product: Product, access: Map<number, Access>, now: number): Owned {
  const ends = new Map<number, number>();
  for (const courseId of product.courseIds) {
    const one = access.get(courseId);
    if (one?.isOpen && one.expireAt) ends.set(courseId, one.expireAt.getTime());
  }
  const ownedCourses = product.courseIds.filter((courseId) => isCovered(access.get(courseId), now));
  // Courses of a plan do not count; whether somebody has the plan is read from their subscriptions.
  const isOwned =
    product.type !== 'plan' &&
    product.courseIds.length > 0 &&
    ownedCourses.length === product.courseIds.length;
  return { isOwned, ends, ownedCourses };
}

/**
 * What a user has of each of the products, by product id; a guest (`null`) has nothing. Access from a plan does not
 * count, because such a course may be bought to keep.
 */
export async function readOwned(
  db: Db,
  userId: number | null,
  products: readonly Product[],
  now: number,
): Promise<Map<string, Owned>> {
  const courseIds = [...new Set(products.flatMap((product) => product.courseIds))];
  const access =
    userId === null ? new Map<number, Access>() : await boughtAccessOf(db, userId, courseIds, now);
  const entries = await examsOfBuyer(
    db,
    userId,
    products.flatMap(({ exam }) => exam?.id ?? []),
  );
  return new Map(
    products.map((product) => [
      product.id,
      product.exam ? ownedFee(entries.get(product.exam.id)) : ownedOf(product, access, now),
    ]),
  );
}

/** What `readOwned` said of a product. */
export function ownedIn(owned: ReadonlyMap<string, Owned>, product: Product): Owned {
  return owned.get(product.id) ?? nothing;
}
