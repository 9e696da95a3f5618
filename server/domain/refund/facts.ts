import { and, asc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inventories, watchHistories } from '../../db/schema/learning.ts';
import {
  grants,
  moneyTasks,
  type OrderItemRow,
  type OrderRow,
  orderItems,
  type orders,
  paymentAttempts,
} from '../../db/schema/order.ts';
import { contractReceipt } from '../document/contract.ts';
import { begunExams, examOfProduct } from '../exam/fee.ts';
import { addDays, type Day } from '../money/jstDate.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';
import type { RefundFacts, RefundItem } from './offers.ts';
import { isAtGateway, refundsOf } from './store.ts';

/** Lessons that the buyer has watched since an order was paid, by course. */
async function watchedSince(db: Db, order: OrderRow, courses: readonly number[]): Promise<number[]> {
  if (order.userId === null || order.paidAt === null || courses.length === 0) return [];
  const rows = await db
    .select({ courseId: watchHistories.courseId })
    .from(watchHistories)
    .where(
      and(
        eq(watchHistories.userId, order.userId),
        inArray(watchHistories.courseId, [...courses]),
        gte(watchHistories.watchedAt, order.paidAt),
      ),
    );
  return rows.map(({ courseId }) => courseId);
}

/** The first day of access: the day of the payment, or of the end of an older access before it (money.md 5.8). */
async function firstDay(db: Db, given: readonly number[], item: OrderItemRow, paidAt: Date): Promise<Day> {
  const paidOn = japaneseDay(paidAt.getTime());
  if (item.accessDays === null || given.length === 0) return paidOn;
  const [row] = await db
    .select({ expireAt: inventories.expireAt })
    .from(inventories)
    .where(inArray(inventories.id, [...given]))
    .orderBy(asc(inventories.expireAt))
    .limit(1);
  if (!row?.expireAt) return paidOn;
  const began = addDays(japaneseDay(row.expireAt.getTime()), -item.accessDays);
  // The day of payment is added to the days that were bought, and counts as the first one.
  return began <= addDays(paidOn, 1) ? paidOn : began;
}

/** What the card company decided about a chargeback, as its closed task says. */
export type ChargebackOutcome = 'won' | 'lost';

/**
 * Whether the card company has taken the money of an order back, or may still do so. A chargeback that was closed counts,
 * too, unless we won: its buyer has the money already (row 103 of money.md 7).
 */
export async function isDisputed(db: Db, orderId: number): Promise<boolean> {
  return (await disputesOf(db, orderId).limit(1)).length > 0;
}

/** The chargebacks that block refunds of an order, also as a part of a query. */
export function disputesOf(db: Db, order: number | typeof orders.id) {
  const outcome = sql`coalesce(${moneyTasks.detail} ->> 'outcome', '')`;
  return db
    .select({ id: moneyTasks.id })
    .from(moneyTasks)
    .where(
      and(
        eq(moneyTasks.orderId, order),
        eq(moneyTasks.kind, 'chargeback'),
        or(isNull(moneyTasks.done), sql`${outcome} <> 'won'`),
      ),
    );
}

/** Everything that a refund of an order depends on; read under the order's lock before anything is decided. */
export async function refundFacts(db: Db, order: OrderRow): Promise<RefundFacts> {
  const rows = await db
    .select({ item: orderItems, inventories: grants.inventories, ended: grants.ended })
    .from(orderItems)
    .leftJoin(grants, eq(grants.orderItemId, orderItems.id))
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.place));
  const watched = await watchedSince(
    db,
    order,
    rows.flatMap(({ item }) => item.courses),
  );
  const begun = await begunExams(
    db,
    order.userId,
    rows.flatMap(({ item }) => examOfProduct(item.productId) ?? []),
  );
  const items: RefundItem[] = [];
  for (const { item, inventories: given, ended } of rows) {
    const { id, name, paid, refunded, rate, accessDays } = item;
    const from = await firstDay(db, given ?? [], item, order.paidAt ?? order.created);
    const isTaken = begun.has(examOfProduct(item.productId) ?? 0);
    const hasBegun = isTaken || item.courses.some((course) => watched.includes(course));
    const isEnded = ended !== null;
    items.push({ id, name, paid, refunded, rate, accessDays, isEnded, from, hasBegun, isTaken });
  }
  const [captured] = await db
    .select({ method: paymentAttempts.method })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, order.id), eq(paymentAttempts.state, 'captured')))
    .limit(1);
  const isBusy = (await refundsOf(db, order.id)).some(isAtGateway);
  return {
    order,
    items,
    watched: watched.length,
    contract: await contractReceipt(db, order.id),
    isCard: captured?.method === 'card',
    obstacle: (await isDisputed(db, order.id)) ? 'chargeback' : isBusy ? 'busy' : null,
  };
}
