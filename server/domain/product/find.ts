/**
 * What can be sold, in its present state (money.md 2): courses, bundles, plans and fees of exams by their id. Yen, tax
 * included.
 */
import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { examProduct, type ProductType, productIdPattern } from '#contracts/shopCart.ts';
import type { Db } from '../../db/client.ts';
import { courses } from '../../db/schema/catalog.ts';
import { exams } from '../../db/schema/exam.ts';
import { bundleCourses, bundles } from '../../db/schema/shop.ts';
import { planCourses, plans } from '../../db/schema/subscription.ts';

/**
 * Per cent of consumption tax included in every price: nothing that is sold now is food or a newspaper, which have a
 * lower rate.
 */
export const standardRate = 10;

/** An exam whose fee is sold, and when it is taken. `null`: it has no such moment. */
export type ExamFee = { id: number; from: Date | null; until: Date | null };

/** Something that is or was sold. */
export type Product = {
  /** `course-12`, `bundle-3`, `plan-1`, `mockexam-2`. */
  id: string;
  type: ProductType;
  name: string;
  /** Path in the media store; for a bundle, that of its first course. */
  thumbnail: string | null;
  price: number;
  /** Its usual price; `null`: there is no other price. */
  listPrice: number | null;
  /** Per cent of tax inside. */
  rate: number;
  /**
   * Days of access after the day of payment; `null`: as long as the plan runs, or for an exam, which has its own time.
   */
  accessDays: number | null;
  isSubscription: boolean;
  /** Last moment of the sale; `null`: sold without an end. */
  saleEndsAt: Date | null;
  isOnSale: boolean;
  /** The courses it opens, in their order; `contents` are their names, empty for a course itself. */
  courseIds: number[];
  contents: string[];
  /** How many lessons they have together. */
  lessonCount: number;
  /** Only for the fee of an exam. */
  exam?: ExamFee;
};

/** The meaning of a product id; `null`: it is not one. */
export function parseProductId(id: string): { type: ProductType; row: number } | null {
  if (!productIdPattern.test(id)) return null;
  const [type, row] = id.split('-');
  return { type: type as ProductType, row: Number(row) };
}

function rowsOf(ids: readonly string[], type: ProductType): number[] {
  return ids.flatMap((id) => {
    const parsed = parseProductId(id);
    return parsed?.type === type ? [parsed.row] : [];
  });
}

function isOnSale(row: { withdrawn: Date | null; saleEndsAt: Date | null }, now: number): boolean {
  return row.withdrawn === null && (row.saleEndsAt === null || row.saleEndsAt.getTime() >= now);
}

async function findCourses(db: Db, ids: number[], now: number): Promise<Product[]> {
  if (ids.length === 0) return [];
  const rows = await db.select().from(courses).where(inArray(courses.id, ids));
  return rows.map((course) => ({
    id: `course-${course.id}`,
    type: 'course',
    name: course.name,
    thumbnail: course.thumbnail,
    price: course.price,
    listPrice: course.listPrice > course.price ? course.listPrice : null,
    rate: standardRate,
    accessDays: course.accessDays,
    isSubscription: false,
    saleEndsAt: course.saleEndsAt,
    isOnSale: isOnSale(course, now),
    courseIds: [course.id],
    contents: [],
    lessonCount: course.lessonCount,
  }));
}

/** New buyers do not get a withdrawn course; a bundle without any course left is off sale. */
async function findBundles(db: Db, ids: number[], now: number): Promise<Product[]> {
  if (ids.length === 0) return [];
  const rows = await db.select().from(bundles).where(inArray(bundles.id, ids));
  const contents = await db
    .select({
      bundleId: bundleCourses.bundleId,
      id: courses.id,
      name: courses.name,
      thumbnail: courses.thumbnail,
      price: courses.price,
      lessonCount: courses.lessonCount,
    })
    .from(bundleCourses)
    .innerJoin(courses, eq(courses.id, bundleCourses.courseId))
    .where(and(inArray(bundleCourses.bundleId, ids), isNull(courses.withdrawn)))
    .orderBy(asc(bundleCourses.bundleId), asc(bundleCourses.order));
  const byBundle = Map.groupBy(contents, ({ bundleId }) => bundleId);
  return rows.map((bundle) => {
    const inside = byBundle.get(bundle.id) ?? [];
    const apart = inside.reduce((sum, { price }) => sum + price, 0);
    return {
      id: `bundle-${bundle.id}`,
      type: 'bundle',
      name: bundle.name,
      thumbnail: inside[0]?.thumbnail ?? null,
      price: bundle.price,
      listPrice: apart > bundle.price ? apart : null,
      rate: standardRate,
      accessDays: bundle.accessDays,
      isSubscription: false,
      saleEndsAt: bundle.saleEndsAt,
      isOnSale: inside.length > 0 && isOnSale(bundle, now),
      courseIds: inside.map(({ id }) => id),
      contents: inside.map(({ name }) => name),
      lessonCount: inside.reduce((sum, course) => sum + course.lessonCount, 0),
    };
  });
}

/** A plan at the price of one period. Its courses are open as long as it runs. */
async function findPlans(db: Db, ids: number[], now: number): Promise<Product[]> {
  if (ids.length === 0) return [];
  const rows = await db.select().from(plans).where(inArray(plans.id, ids));
  const contents = await db
    .select({
      planId: planCourses.planId,
      id: courses.id,
      name: courses.name,
      thumbnail: courses.thumbnail,
      lessonCount: courses.lessonCount,
    })
    .from(planCourses)
    .innerJoin(courses, eq(courses.id, planCourses.courseId))
    .where(and(inArray(planCourses.planId, ids), isNull(courses.withdrawn)))
    .orderBy(asc(planCourses.planId), asc(planCourses.order));
  const byPlan = Map.groupBy(contents, ({ planId }) => planId);
  return rows.map((plan) => {
    const inside = byPlan.get(plan.id) ?? [];
    return {
      id: `plan-${plan.id}`,
      type: 'plan',
      name: plan.name,
      thumbnail: inside[0]?.thumbnail ?? null,
      price: plan.price,
      listPrice: null,
      rate: standardRate,
      accessDays: null,
      isSubscription: true,
      saleEndsAt: plan.saleEndsAt,
      isOnSale: inside.length > 0 && isOnSale(plan, now),
      courseIds: inside.map(({ id }) => id),
      contents: inside.map(({ name }) => name),
      lessonCount: inside.reduce((sum, course) => sum + course.lessonCount, 0),
    };
  });
}

/**
 * Fees of exams. The fee of an exam that was entered in time is sold until entries close; an exam without a fee is not
 * sold.
 */
async function findExamFees(db: Db, ids: number[], now: number): Promise<Product[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(exams)
    .where(and(inArray(exams.id, ids), gt(exams.fee, 0)));
  return rows.map((exam) => {
    const saleEndsAt = exam.entryUntil ?? exam.examUntil;
    return {
      id: examProduct(exam.id),
      type: 'mockexam',
      name: exam.name,
      thumbnail: null,
      price: exam.fee,
      listPrice: null,
      rate: standardRate,
      accessDays: null,
      isSubscription: false,
      saleEndsAt,
      isOnSale: isOnSale({ withdrawn: exam.withdrawn, saleEndsAt }, now),
      courseIds: [],
      contents: [],
      lessonCount: 0,
      exam: { id: exam.id, from: exam.examFrom, until: exam.examUntil },
    };
  });
}

/** The products of these ids, on sale or not, by id. Unknown ones are left out. `now`: epoch milliseconds. */
export async function findProducts(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<Map<string, Product>> {
  const found = [
    ...(await findCourses(db, rowsOf(ids, 'course'), now)),
    ...(await findBundles(db, rowsOf(ids, 'bundle'), now)),
    ...(await findPlans(db, rowsOf(ids, 'plan'), now)),
    ...(await findExamFees(db, rowsOf(ids, 'mockexam'), now)),
  ];
  return new Map(found.map((product) => [product.id, product]));
}

/** One product, on sale or not, or `null`. */
export async function findProduct(db: Db, id: string, now: number): Promise<Product | null> {
  return (await findProducts(db, [id], now)).get(id) ?? null;
}
