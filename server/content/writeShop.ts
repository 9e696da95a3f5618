import { and, eq, inArray, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { bundleCourses, bundles, coupons } from '../db/schema/shop.ts';
import { momentOf } from './moments.ts';
import { idOf, idsByKey, overwrite } from './overwrite.ts';
import type { BundleContent, CouponContent, PackContent } from './packTypes.ts';
import { PackRefusedError, ProblemList } from './problems.ts';
import { writePlans } from './writePlans.ts';

type Ids = Map<string, number>;

/** `now`: of this import, from which the days of a sample count. */
function timeOf(text: string | undefined, now: Date): Date | null {
  return text === undefined ? null : momentOf(text, now);
}

function bundleRow(bundle: BundleContent, pack: string, now: Date) {
  return {
    key: bundle.id,
    pack,
    name: bundle.name,
    description: bundle.description,
    price: bundle.price,
    accessDays: bundle.access_days,
    saleEndsAt: timeOf(bundle.sale_ends_at, now),
    modified: now,
    withdrawn: null,
  };
}

/** Stores the pack's bundles; those that it no longer has are off sale, and stay for the orders that name them. */
async function writeBundles(tx: Tx, pack: PackContent, courseIds: Ids, now: Date): Promise<Ids> {
  const keys = pack.bundles.map(({ id }) => id);
  await tx
    .update(bundles)
    .set({ withdrawn: now, modified: now })
    .where(and(eq(bundles.pack, pack.id), isNull(bundles.withdrawn), notInArray(bundles.key, keys)));
  if (keys.length === 0) return new Map();
  const rows = pack.bundles.map((bundle) => bundleRow(bundle, pack.id, now));
  await tx.insert(bundles).values(rows).onConflictDoUpdate(overwrite(bundles));
  const ids = await idsByKey(tx, bundles, keys);
  await tx.delete(bundleCourses).where(inArray(bundleCourses.bundleId, [...ids.values()]));
  await tx.insert(bundleCourses).values(
    pack.bundles.flatMap(({ id, courses }) =>
      courses.map((course, order) => ({
        bundleId: idOf(ids, id),
        courseId: idOf(courseIds, course),
        order,
      })),
    ),
  );
  return ids;
}

function couponRow(coupon: CouponContent, pack: string, targets: string[], now: Date) {
  return {
    key: coupon.id,
    pack,
    code: coupon.code,
    name: coupon.name,
    description: coupon.description,
    discountType: coupon.type,
    discountValue: coupon.value ?? 0,
    minTotal: coupon.min_total,
    targets,
    isPublic: coupon.is_public,
    startsAt: timeOf(coupon.starts_at, now),
    expiresAt: timeOf(coupon.expires_at, now),
    issued: coupon.issued ?? null,
    remaining: coupon.issued ?? null,
    modified: now,
    withdrawn: null,
  };
}

/** How many coupons are left after `issued` has changed: the same difference more or fewer, never below zero. */
const remainingNow: SQL = sql`case
  when excluded.issued is null then null
  when ${coupons.issued} is null then excluded.issued
  else greatest(${coupons.remaining} + excluded.issued - ${coupons.issued}, 0) end`;

/** Leaves a row alone whose content is the same. The number of coupons left is not content. */
function overwriteCoupon() {
  const { target, set } = overwrite(coupons);
  const compared = Object.keys(set).filter((name) => !['modified', 'remaining'].includes(name));
  const columnOf = (name: string) => coupons[name as keyof typeof coupons.$inferSelect].name;
  const list = (source: string) => compared.map((name) => `"${source}"."${columnOf(name)}"`).join(', ');
  return {
    target,
    set: { ...set, remaining: remainingNow },
    setWhere: sql.raw(`(${list('coupons')}) is distinct from (${list('excluded')})`),
  };
}

/** A code must name one coupon only, whichever pack that is from. */
async function assertFreeCodes(tx: Tx, pack: PackContent): Promise<void> {
  const problems = new ProblemList();
  for (const { id, code, place } of pack.coupons) {
    const [other] = await tx
      .select({ key: coupons.key, pack: coupons.pack })
      .from(coupons)
      .where(and(eq(coupons.code, code), ne(coupons.key, id)));
    if (other)
      problems.add(
        place.file,
        place.line,
        `コード「${code}」は教材「${other.pack}」のクーポン「${other.key}」で使われています。`,
      );
  }
  if (!problems.isEmpty) throw new PackRefusedError(problems);
}

/** Stores the pack's coupons; those that it no longer has cannot be used any more. */
async function writeCoupons(tx: Tx, pack: PackContent, courseIds: Ids, bundleIds: Ids, now: Date) {
  const keys = pack.coupons.map(({ id }) => id);
  await tx
    .update(coupons)
    .set({ withdrawn: now, modified: now })
    .where(and(eq(coupons.pack, pack.id), isNull(coupons.withdrawn), notInArray(coupons.key, keys)));
  if (keys.length === 0) return;
  await assertFreeCodes(tx, pack);
  const rows = pack.coupons.map((coupon) => {
    const targets = [
      ...coupon.courses.map((course) => `course-${idOf(courseIds, course)}`),
      ...coupon.bundles.map((bundle) => `bundle-${idOf(bundleIds, bundle)}`),
    ];
    return couponRow(coupon, pack.id, targets, now);
  });
  await tx.insert(coupons).values(rows).onConflictDoUpdate(overwriteCoupon());
}

/**
 * Stores what is sold beside the courses, and what is taken off sale. Runs after the courses, whose numbers it uses.
 */
export async function writeShop(tx: Tx, pack: PackContent, courseIds: Ids, now: Date): Promise<void> {
  const bundleIds = await writeBundles(tx, pack, courseIds, now);
  await writePlans(tx, pack, courseIds, now);
  await writeCoupons(tx, pack, courseIds, bundleIds, now);
}
