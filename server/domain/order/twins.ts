import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { orderItems, orders } from '../../db/schema/order.ts';
import { ApiError } from '../../errors.ts';

const isPlan = (productId: string) => productId.startsWith('plan-');

/** Orders that may still be paid, or wait for a guardian's answer. */
const open = ['awaiting_guardian', 'confirmed', 'authenticating', 'awaiting_payment'] as const;

/**
 * Another order of the buyer that may still be paid and holds one of these things, or opens one of their courses;
 * `null`: none. The caller holds the lock of the buyer's cart, so that two tabs cannot both find none (row 17).
 */
export async function findTwin(
  tx: Tx,
  userId: number,
  things: readonly { productId: string; courses: readonly number[] }[],
  ownId: number | null = null,
): Promise<number | null> {
  const isOther = and(
    eq(orders.userId, userId),
    inArray(orders.status, [...open]),
    ownId === null ? undefined : ne(orders.id, ownId),
  );
  const rows = await tx
    .select({
      id: orders.id,
      productId: orderItems.productId,
      type: orderItems.type,
      courses: orderItems.courses,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(isOther);
  const products = new Set(things.map(({ productId }) => productId));
  // A plan opens its courses only while it runs: buying one of them is something else.
  const courses = new Set(things.flatMap((thing) => (isPlan(thing.productId) ? [] : thing.courses)));
  const twin = rows.find(
    (row) =>
      products.has(row.productId) ||
      (row.type !== 'plan' && row.courses.some((course) => courses.has(course))),
  );
  return twin?.id ?? null;
}

/** 409 `payment_checking` with an order that is under way; `data.order` is its number in addresses. */
export function checkingElsewhere(orderId: number): ApiError {
  return new ApiError(
    409,
    'payment_checking',
    '同じ商品のご注文が、お支払い手続き中です。二重のお支払いを防ぐため、先にそのご注文をご確認ください。',
    { data: { order: String(orderId) } },
  );
}
