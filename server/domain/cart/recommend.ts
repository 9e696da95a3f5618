/** What is offered beside a cart (product.md 2.2.D): several courses at one price in the place of single ones. */
import { inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { bundleCourses } from '../../db/schema/shop.ts';
import { findProducts, type Product } from '../product/find.ts';
import { ownedIn, readOwned } from '../product/owned.ts';

/** A bundle, and the products of the cart that it takes the place of. */
export type RecommendedBundle = { product: Product; replaces: string[] };

/** Yen that it costs less than its courses one by one. */
const saving = ({ listPrice, price }: Product) => (listPrice ?? price) - price;

/**
 * The bundle that covers most of a cart; of two equal ones the one that saves more; `null`: none. It must cost less
 * than its courses one by one, and the buyer (`null`: a guest) must have nothing of it that still runs. `now`: epoch
 * milliseconds.
 */
export async function recommendBundle(
  db: Db,
  { userId, products }: { userId: number | null; products: readonly Product[] },
  now: number,
): Promise<RecommendedBundle | null> {
  const bundled = products.flatMap(({ type, courseIds }) => (type === 'bundle' ? courseIds : []));
  const courses = products.filter(
    ({ type, courseIds: [course = 0] }) => type === 'course' && !bundled.includes(course),
  );
  if (courses.length === 0 || products.some(({ isSubscription }) => isSubscription)) return null;
  const rows = await db
    .selectDistinct({ id: bundleCourses.bundleId })
    .from(bundleCourses)
    .where(
      inArray(
        bundleCourses.courseId,
        courses.flatMap(({ courseIds }) => courseIds),
      ),
    );
  const ids = rows.map(({ id }) => `bundle-${id}`);
  const known = [...(await findProducts(db, ids, now)).values()];
  const owned = await readOwned(db, userId, known, now);
  const offers = known.flatMap((product) => {
    const { ends, ownedCourses } = ownedIn(owned, product);
    const isNew =
      ends.size === 0 &&
      ownedCourses.length === 0 &&
      !product.courseIds.some((course) => bundled.includes(course));
    if (!product.isOnSale || saving(product) <= 0 || !isNew) return [];
    const inside = courses.filter(({ courseIds: [course = 0] }) => product.courseIds.includes(course));
    return [{ product, replaces: inside.map(({ id }) => id) }];
  });
  offers.sort(
    (one, other) =>
      other.replaces.length - one.replaces.length || saving(other.product) - saving(one.product),
  );
  return offers[0] ?? null;
}
