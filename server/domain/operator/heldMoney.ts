/** Money that led to no right, by the books, where no open task speaks of it (money.md 8): its task was closed. */
import { and, asc, count, eq, inArray, isNull, notExists, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { ledgerEntries, moneyTasks, orders, paymentAttempts } from '../../db/schema/order.ts';

/** A row for each attempt; `at`: when its money last changed. */
function heldByAttempt(db: Db) {
  const spoken = db
    .select({ id: moneyTasks.id })
    .from(moneyTasks)
    .where(
      and(
        eq(moneyTasks.attemptId, paymentAttempts.id),
        isNull(moneyTasks.done),
        inArray(moneyTasks.kind, ['late_payment', 'amount_differs']),
      ),
    );
  return db
    .select({
      id: paymentAttempts.id,
      at: sql<Date>`max(${ledgerEntries.at})`.mapWith(ledgerEntries.at).as('held_at'),
      orderNo: orders.orderNo,
      attempt: paymentAttempts.gatewayOrderId,
      yen: sql<number>`-sum(${ledgerEntries.amount})::int`.as('held_yen'),
    })
    .from(ledgerEntries)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, ledgerEntries.attemptId))
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(ledgerEntries.account, 'suspense'), notExists(spoken)))
    .groupBy(paymentAttempts.id, orders.orderNo, paymentAttempts.gatewayOrderId)
    .having(sql`sum(${ledgerEntries.amount}) < 0`)
    .as('held');
}

type HeldMoney = { at: Date; orderNo: string; attempt: string; yen: number };

/** What is held so, the oldest attempts first, and of how many. */
export async function heldMoney(db: Db, most: number): Promise<{ count: number; oldest: HeldMoney[] }> {
  const held = heldByAttempt(db);
  const [all] = await db.select({ count: count() }).from(held);
  const oldest = await db.select().from(held).orderBy(asc(held.id)).limit(most);
  return { count: all?.count ?? 0, oldest };
}

/** How many attempts' money has been held so since before a moment. */
export async function countHeldMoney(db: Db, before: Date): Promise<number> {
  const held = heldByAttempt(db);
  const [row] = await db
    .select({ count: count() })
    .from(held)
    .where(sql`${held.at} < ${before.toISOString()}::timestamptz`);
  return row?.count ?? 0;
}
