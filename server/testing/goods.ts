/** Things that are sold, for tests of cart and checkout; and a gateway that allows all methods but is never called. */
import { eq } from 'drizzle-orm';
import { cvsCodes } from '#contracts/shopCheckout.ts';
import { courses } from '../db/schema/catalog.ts';
import { bundleCourses, bundles, coupons } from '../db/schema/shop.ts';
import type { Deps } from '../deps.ts';
import { noGateway } from '../payment/none.ts';
import type { Capabilities, PaymentGateway } from '../payment/port.ts';
import { storeCourse } from './catalog.ts';

/** Allows every method, as the scripted gateway does; each call answers that nothing was started. */
export function openGateway(capabilities: Partial<Capabilities> = {}): PaymentGateway {
  return {
    ...noGateway(),
    capabilities: {
      kind: 'scripted',
      card: { scriptUrl: 'http://localhost/token.js', shopId: 'shop', keys: [] },
      cvs: { stores: cvsCodes },
      bank: true,
      counterUrl: null,
      ...capabilities,
    },
  };
}

type CourseFields = Partial<
  Pick<typeof courses.$inferInsert, 'name' | 'price' | 'accessDays' | 'saleEndsAt'>
>;

/** Changes the fields of a course that concern its sale. */
export async function setCourse(
  { db }: Deps,
  productId: string,
  fields: CourseFields & { withdrawn?: Date },
): Promise<void> {
  await db
    .update(courses)
    .set(fields)
    .where(eq(courses.id, Number(productId.replace('course-', ''))));
}

/** A course on sale, by default for 4,980 yen; answers its product id. */
export async function storeGoods(deps: Deps, fields: CourseFields = {}): Promise<string> {
  const { id } = await storeCourse(deps);
  const productId = `course-${id}`;
  await setCourse(deps, productId, { price: 4980, ...fields });
  return productId;
}

let made = 0;

/** A bundle of these courses (product ids). */
export async function storeBundle(
  { db, clock }: Deps,
  productIds: readonly string[],
  fields: Partial<typeof bundles.$inferInsert> = {},
): Promise<string> {
  made += 1;
  const row = {
    key: `bundle-${made}`,
    pack: 'test',
    name: `セット ${made}`,
    description: '説明',
    price: 8000,
    accessDays: 365,
    modified: new Date(clock.now()),
    ...fields,
  };
  const [bundle] = await db.insert(bundles).values(row).returning();
  if (!bundle) throw new Error('bundle was not stored');
  await db.insert(bundleCourses).values(
    productIds.map((productId, order) => ({
      bundleId: bundle.id,
      courseId: Number(productId.replace('course-', '')),
      order,
    })),
  );
  return `bundle-${bundle.id}`;
}

export type TestCoupon = typeof coupons.$inferSelect;

/** A public coupon of 10 per cent; `fields` change it. A course must be stored before: it brings the pack. */
export async function storeCoupon(
  { db, clock }: Deps,
  fields: Partial<typeof coupons.$inferInsert> = {},
): Promise<TestCoupon> {
  made += 1;
  const row = {
    key: `coupon-${made}`,
    pack: 'test',
    code: `TEST${String(made).replaceAll('0', 'A').replaceAll('1', 'B').padStart(4, 'C')}`,
    name: `クーポン ${made}`,
    description: '説明',
    discountType: 'percent' as const,
    discountValue: 10,
    isPublic: true,
    modified: new Date(clock.now()),
    ...fields,
  };
  const [coupon] = await db.insert(coupons).values(row).returning();
  if (!coupon) throw new Error('coupon was not stored');
  return coupon;
}
