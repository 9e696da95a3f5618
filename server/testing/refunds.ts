/** Paid orders of several things, and what their buyers did with them: for tests of refunds. */
import { asc, eq } from 'drizzle-orm';
import type { RefundAccountInput } from '#contracts/shopRefund.ts';
import { watchHistories } from '../db/schema/learning.ts';
import { documents, type OrderItemRow, type OrderRow, orderItems, orders } from '../db/schema/order.ts';
import { type RefundRow, refunds } from '../db/schema/refund.ts';
import type { TestShop } from './buyer.ts';
import { storeCourse, type TestCourse } from './catalog.ts';
import { comeBack, lookAt, runDue, storeOrder, tryToPay, type Wished } from './shop.ts';

/** An account that money can be returned to. */
export const refundAccount: RefundAccountInput = {
  bank_name: '見本銀行',
  bank_code: '0001',
  branch_name: '本店',
  branch_code: '001',
  type: 'ordinary',
  number: '1234567',
  holder: 'ヤマダ タロウ',
};

export type Bought = { order: OrderRow; items: OrderItemRow[]; courses: TestCourse[] };

/** An order with one course for each sum, paid at once: by a card without a challenge, or at a till. */
export async function buy(
  shop: TestShop,
  userId: number,
  sums: readonly number[],
  wished: Wished = { method: 'card', card: 'frictionless' },
): Promise<Bought> {
  const { app, gateway } = shop;
  const order = await storeOrder(app, { userId, total: sums.reduce((all, one) => all + one, 0) });
  await app.db.delete(orderItems).where(eq(orderItems.orderId, order.id));
  const courses: TestCourse[] = [];
  for (const [place, paid] of sums.entries()) {
    const course = await storeCourse(app.deps);
    courses.push(course);
    await app.db.insert(orderItems).values({
      orderId: order.id,
      place,
      productId: `course-${course.id}`,
      type: 'course',
      name: `講座${place + 1}`,
      courses: [course.id],
      unitPrice: paid,
      discountShare: 0,
      paid,
      rate: 10,
      accessDays: 365,
    });
  }
  await tryToPay(shop, order, wished);
  await runDue(app.deps);
  if (wished.method === 'card' && (await lookAt(shop, order)).state === 'challenged') {
    await comeBack(shop, order);
    await runDue(app.deps);
  }
  if (wished.method === 'cvs') gateway.payAtTill(`${order.orderNo}-01`);
  if (wished.method === 'bank') gateway.deposit(`${order.orderNo}-01`, { amount: order.total });
  if (wished.method !== 'card') {
    app.clock.advance(61 * 60_000);
    await runDue(app.deps);
  }
  const [paid] = await app.db.select().from(orders).where(eq(orders.id, order.id));
  if (paid?.status !== 'paid') throw new Error(`not paid but ${paid?.status}`);
  return { order: paid, items: await itemsOfOrder(shop, order.id), courses };
}

/** The things of an order as they are now. */
export function itemsOfOrder({ app }: Pick<TestShop, 'app'>, orderId: number): Promise<OrderItemRow[]> {
  return app.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.place));
}

/** The refunds of an order as they are now. */
export function refundsNow({ app }: Pick<TestShop, 'app'>, orderId: number): Promise<RefundRow[]> {
  return app.db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.seq));
}

/** Somebody watches the first lessons of a course, now. */
export async function watch(
  { app }: Pick<TestShop, 'app'>,
  userId: number,
  course: TestCourse,
  lessons: number,
): Promise<void> {
  const now = new Date(app.clock.now());
  await app.db
    .insert(watchHistories)
    .values(
      course.lessonIds.slice(0, lessons).map((lessonId) => ({
        userId,
        lessonId,
        courseId: course.id,
        position: 10,
        positionAt: now,
        positionRestart: false,
        ranges: [[0, 10]] as [number, number][],
        rate: 0.1,
        watchedRate: 0.1,
        isCompleted: false,
        watchedAt: now,
        rev: 1,
      })),
    )
    .onConflictDoNothing();
}

/** The contract paper of an order, received at a moment, or not. */
export async function storeContract(
  { app }: Pick<TestShop, 'app'>,
  { id, orderNo }: OrderRow,
  received: Date | null,
): Promise<void> {
  const now = new Date(app.clock.now());
  await app.db.insert(documents).values({
    orderId: id,
    kind: 'contract',
    seq: 1,
    number: `${orderNo}-C1`,
    name: '山田 太郎',
    honorific: '様',
    facts: {
      kind: 'contract',
      number: `${orderNo}-C1`,
      orderNo,
      issuedAt: now.getTime(),
      lines: [],
      rates: [],
      total: 0,
      seller: { name: '', representative: '', address: '', phone: '', email: '', invoiceNumber: null },
      isTest: true,
      orderedAt: now.getTime(),
      method: '',
      sections: [],
    },
    notBefore: now,
    created: now,
    made: now,
    opened: received,
    received,
  });
}
