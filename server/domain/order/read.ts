import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import { type GuardianOrderRow, guardianOrders } from '../../db/schema/guardianOrder.ts';
import { watchHistories } from '../../db/schema/learning.ts';
import {
  type AttemptRow,
  type DocumentRow,
  documents,
  grants,
  type OrderItemRow,
  type OrderRow,
  orderItems,
  orders,
  paymentAttempts,
} from '../../db/schema/order.ts';
import { begunExams, examOfProduct } from '../exam/fee.ts';
import { returnUntil } from './policy.ts';

/** An order with all that its buyer may see of it. */
export type OrderView = {
  order: OrderRow;
  items: OrderItemRow[];
  /** In the order in which they were made. */
  attempts: AttemptRow[];
  /** Items of the library that an item of the order brought, by the order item's number. */
  inventories: Map<number, number[]>;
  /** Lessons of its courses that were watched since it was paid; 0 when this does not matter any more. */
  watchedLessons: number;
  /** Papers that were asked for, the newest first. */
  papers: Pick<DocumentRow, 'id' | 'kind' | 'name' | 'made'>[];
  /** The question to a guardian; `null`: nobody was asked. */
  guardian: Pick<GuardianOrderRow, 'decision'> | null;
};

function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

/** How many lessons were watched, for those orders that may still be given back. */
async function watchedSince(
  db: Db,
  rows: readonly OrderRow[],
  items: Map<number, OrderItemRow[]>,
  now: number,
): Promise<Map<number, number>> {
  const open = rows.filter(({ paidAt }) => now < (returnUntil(paidAt) ?? 0));
  const coursesOf = (orderId: number) => (items.get(orderId) ?? []).flatMap((item) => item.courses);
  const courseIds = open.flatMap(({ id }) => coursesOf(id));
  const userId = open[0]?.userId;
  if (userId == null || courseIds.length === 0) return new Map();
  const since = new Date(Math.min(...open.map(({ paidAt }) => paidAt?.getTime() ?? now)));
  const seen = await db
    .select({ courseId: watchHistories.courseId, at: watchHistories.watchedAt })
    .from(watchHistories)
    .where(
      and(
        eq(watchHistories.userId, userId),
        inArray(watchHistories.courseId, courseIds),
        gte(watchHistories.watchedAt, since),
      ),
    );
  const countOf = ({ id, paidAt }: OrderRow) => {
    const courses = new Set(coursesOf(id));
    return seen.filter(({ courseId, at }) => courses.has(courseId) && paidAt !== null && at >= paidAt).length;
  };
  return new Map(open.map((order) => [order.id, countOf(order)]));
}

/** Those of one buyer's orders that have only fees of exams, all begun: none of them is given back any more. */
async function takenOnly(
  db: Db,
  rows: readonly OrderRow[],
  items: Map<number, OrderItemRow[]>,
): Promise<Set<number>> {
  const examsOf = (orderId: number) =>
    (items.get(orderId) ?? []).map(({ productId }) => examOfProduct(productId));
  const examIds = rows.flatMap(({ id }) => examsOf(id).flatMap((examId) => examId ?? []));
  const begun = await begunExams(db, rows[0]?.userId ?? null, examIds);
  const isTaken = ({ id }: OrderRow) => {
    const exams = examsOf(id);
    return exams.length > 0 && exams.every((examId) => examId !== null && begun.has(examId));
  };
  return new Set(rows.filter(isTaken).map(({ id }) => id));
}

/** Adds to orders of one buyer the data that belong to them. */
async function withParts(db: Db, rows: OrderRow[], now: number): Promise<OrderView[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const items = groupBy(
    await db.select().from(orderItems).where(inArray(orderItems.orderId, ids)).orderBy(asc(orderItems.place)),
    (item) => item.orderId,
  );
  const attempts = groupBy(
    await db
      .select()
      .from(paymentAttempts)
      .where(inArray(paymentAttempts.orderId, ids))
      .orderBy(asc(paymentAttempts.n)),
    (attempt) => attempt.orderId,
  );
  const given = await db
    .select({ item: grants.orderItemId, inventories: grants.inventories })
    .from(grants)
    .innerJoin(orderItems, eq(orderItems.id, grants.orderItemId))
    .where(and(inArray(orderItems.orderId, ids), isNull(grants.ended)));
  const papers = groupBy(
    await db
      .select({
        id: documents.id,
        orderId: documents.orderId,
        kind: documents.kind,
        name: documents.name,
        made: documents.made,
      })
      .from(documents)
      .where(inArray(documents.orderId, ids))
      .orderBy(desc(documents.id)),
    (paper) => paper.orderId,
  );
  const asked = await db
    .select({ orderId: guardianOrders.orderId, decision: guardianOrders.decision })
    .from(guardianOrders)
    .where(inArray(guardianOrders.orderId, ids));
  const guardians = new Map(asked.map((one) => [one.orderId, one]));
  const watched = await watchedSince(db, rows, items, now);
  const taken = await takenOnly(db, rows, items);
  const inventories = new Map(given.map((grant) => [grant.item, grant.inventories]));
  return rows.map((order) => ({
    order,
    items: items.get(order.id) ?? [],
    attempts: attempts.get(order.id) ?? [],
    inventories,
    watchedLessons: taken.has(order.id) ? Number.POSITIVE_INFINITY : (watched.get(order.id) ?? 0),
    papers: papers.get(order.id) ?? [],
    guardian: guardians.get(order.id) ?? null,
  }));
}

/** The kinds of a list of orders: bought things, or charges of a plan. */
export const orderKinds = ['purchase', 'subscription'] as const;
export type OrderKindFilter = (typeof orderKinds)[number];

/** A page of one buyer's orders, the newest first. */
export async function listOrders(
  db: Db,
  userId: number,
  { page, kind, now }: { page: number; kind: OrderKindFilter | null; now: number },
): Promise<{ count: number; views: OrderView[] }> {
  const isOfPlan = inArray(orders.kind, ['renewal', 'trial']);
  const hasPlan = isNotNull(orders.subscriptionId);
  const ofKind = {
    purchase: and(eq(orders.kind, 'sale'), isNull(orders.subscriptionId)),
    subscription: or(isOfPlan, hasPlan),
  };
  const isListed = and(eq(orders.userId, userId), kind ? ofKind[kind] : undefined);
  const [total] = await db.select({ count: count() }).from(orders).where(isListed);
  const { limit, offset } = pageSlice(page);
  const rows = await db
    .select()
    .from(orders)
    .where(isListed)
    .orderBy(desc(orders.id))
    .limit(limit)
    .offset(offset);
  return { count: total?.count ?? 0, views: await withParts(db, rows, now) };
}

/** An order of this buyer; `null`: there is none, or it is somebody else's. Both look the same (row 112). */
export async function findOrder(db: Db, userId: number, orderId: number): Promise<OrderRow | null> {
  const isOwn = and(eq(orders.id, orderId), eq(orders.userId, userId));
  const [row] = await db.select().from(orders).where(isOwn).limit(1);
  return row ?? null;
}

/** One order as its buyer sees it. */
export async function viewOrder(db: Db, order: OrderRow, now: number): Promise<OrderView> {
  const [view] = await withParts(db, [order], now);
  if (!view) throw new Error('order vanished');
  return view;
}
