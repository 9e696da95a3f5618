/** The report of a month: sales and their tax, refunds, and what is owed or held at its end (money.md 8). Whole yen. */
import { and, eq, gte, inArray, like, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type Account, ledgerEntries, orderItems, orders } from '../../db/schema/order.ts';
import { refunds } from '../../db/schema/refund.ts';
import { addMonths, startOfDay } from '../money/jstDate.ts';
import { type RateSum, taxByRate } from '../money/tax.ts';

export type MonthReport = {
  /** `YYYY-MM`, Japan. */
  month: string;
  sold: { orders: number; total: number; rates: RateSum[] };
  refunded: { count: number; total: number; rates: RateSum[] };
  /** Sums at the end of the month. */
  balances: Partial<Record<Account, number>>;
  /** Orders of the test gateway, which are left out (row 115 of money.md 7). */
  leftOut: number;
};

/** Adds up sums that were rounded for each paper separately, because that is what the papers say. Pure. */
function together(papers: readonly RateSum[][]): RateSum[] {
  const sums = new Map<number, RateSum>();
  for (const one of papers.flat()) {
    const sum = sums.get(one.rate) ?? { rate: one.rate, total: 0, tax: 0 };
    sums.set(one.rate, { rate: one.rate, total: sum.total + one.total, tax: sum.tax + one.tax });
  }
  return [...sums.values()].sort((one, other) => other.rate - one.rate);
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => number): Row[][] {
  const groups = new Map<number, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups.values()];
}

/** Numbers in event keys of one kind that were posted in a span of time, and whether they are of test orders. */
async function postedIn(db: Db, prefix: string, from: Date, to: Date) {
  const rows = await db
    .select({ key: ledgerEntries.eventKey, isTest: orders.isTest })
    .from(ledgerEntries)
    .innerJoin(orders, eq(orders.id, ledgerEntries.orderId))
    .where(
      and(
        eq(ledgerEntries.account, 'sales'),
        like(ledgerEntries.eventKey, `${prefix}:%`),
        gte(ledgerEntries.at, from),
        lt(ledgerEntries.at, to),
      ),
    );
  return rows.map(({ key, isTest }) => ({ id: Number(key.slice(prefix.length + 1)), isTest }));
}

async function balancesAt(db: Db, to: Date, isTest: boolean): Promise<MonthReport['balances']> {
  const rows = await db
    .select({
      account: ledgerEntries.account,
      amount: sql<number>`sum(${ledgerEntries.amount})::bigint::text`,
    })
    .from(ledgerEntries)
    .innerJoin(orders, eq(orders.id, ledgerEntries.orderId))
    .where(and(lt(ledgerEntries.at, to), eq(orders.isTest, isTest)))
    .groupBy(ledgerEntries.account);
  return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]));
}

/** The report of a month. `isTest`: only orders of the test gateway, instead of the real ones. */
export async function monthReport(db: Db, month: string, isTest: boolean): Promise<MonthReport> {
  const first = `${month}-01`;
  const [from, to] = [new Date(startOfDay(first)), new Date(startOfDay(addMonths(first, 1)))];
  const sales = await postedIn(db, 'sale', from, to);
  const back = await postedIn(db, 'refund', from, to);
  const soldIds = sales.filter((one) => one.isTest === isTest).map(({ id }) => id);
  const backIds = back.filter((one) => one.isTest === isTest).map(({ id }) => id);
  const items = await db
    .select({ orderId: orderItems.orderId, amount: orderItems.paid, rate: orderItems.rate })
    .from(orderItems)
    .where(inArray(orderItems.orderId, [...soldIds, 0]));
  const given = await db
    .select({ lines: refunds.lines, amount: refunds.amount })
    .from(refunds)
    .where(inArray(refunds.id, [...backIds, 0]));
  return {
    month,
    sold: {
      orders: soldIds.length,
      total: items.reduce((sum, { amount }) => sum + amount, 0),
      rates: together(grouped(items, ({ orderId }) => orderId).map(taxByRate)),
    },
    refunded: {
      count: given.length,
      total: given.reduce((sum, { amount }) => sum + amount, 0),
      rates: together(given.map(({ lines }) => taxByRate(lines))),
    },
    balances: await balancesAt(db, to, isTest),
    leftOut: sales.length - soldIds.length,
  };
}
