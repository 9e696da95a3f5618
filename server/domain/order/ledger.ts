/**
 * The books (money.md 2). Lines are posted once for each event and never changed. What an order owes, was paid and gets
 * back is the sum of its lines. Whole yen. The caller holds the order's lock, so that nobody posts between a look and a
 * posting.
 */
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PayMethod } from '#contracts/shopCart.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type Account, ledgerEntries } from '../../db/schema/order.ts';

export type Line = { account: Account; amount: number };

export type Posting = {
  orderId: number;
  /** The attempt whose money it is, or `null`: it is about the whole order. */
  attemptId: number | null;
  /** Names the event: a second posting with the same key does nothing. */
  eventKey: string;
  at: Date;
  /** They add up to zero; lines of 0 yen are left out. */
  lines: Line[];
};

/** Sums of an order by account; an account without lines is 0. */
export type Balance = Record<Account, number>;

const accounts = [
  'receivable',
  'sales',
  'clearing_card',
  'clearing_cvs',
  'clearing_bank',
  'suspense',
  'refund_due',
  'payout',
] as const satisfies readonly Account[];

const clearing = ['clearing_card', 'clearing_cvs', 'clearing_bank'] as const satisfies readonly Account[];

/** The account for money of a method at the gateway. */
export function clearingOf(method: Exclude<PayMethod, 'none'>): Account {
  return `clearing_${method}`;
}

/**
 * Posts one event; `false`: it is posted already, or all its lines are 0. Throws when the lines do not add up to zero,
 * which no data can cause.
 */
export async function post(tx: Tx, posting: Posting): Promise<boolean> {
  const lines = posting.lines.filter(({ amount }) => amount !== 0);
  const sum = lines.reduce((total, { amount }) => total + amount, 0);
  if (sum !== 0) throw new Error(`posting ${posting.eventKey} is not balanced: ${sum}`);
  if (lines.length === 0) return false;
  const { orderId, attemptId, eventKey, at } = posting;
  const [known] = await tx
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.eventKey, eventKey))
    .limit(1);
  if (known) return false;
  const txId = randomUUID();
  await tx
    .insert(ledgerEntries)
    .values(lines.map((line) => ({ ...line, txId, orderId, attemptId, eventKey, at })));
  return true;
}

/** Adds lines up by account. Pure. */
export function balanceOfLines(lines: readonly Line[]): Balance {
  const balance = Object.fromEntries(accounts.map((account) => [account, 0])) as Balance;
  for (const { account, amount } of lines) balance[account] += amount;
  return balance;
}

/** The sums of an order. */
export async function balanceOf(db: Db, orderId: number): Promise<Balance> {
  const lines = await db
    .select({ account: ledgerEntries.account, amount: sql<number>`sum(${ledgerEntries.amount})::int` })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId))
    .groupBy(ledgerEntries.account);
  return balanceOfLines(lines);
}

/**
 * The posted sum of an attempt's money at the gateway, and the number of its postings, which is the next one's number.
 */
export async function postedOf(db: Db, attemptId: number): Promise<{ total: number; count: number }> {
  const [row] = await db
    .select({
      total: sql<number>`coalesce(sum(${ledgerEntries.amount}), 0)::int`,
      count: sql<number>`count(*)::int`,
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.attemptId, attemptId), inArray(ledgerEntries.account, [...clearing])));
  return row ?? { total: 0, count: 0 };
}

/** Money of an attempt that has led to no right: the yen held, and how often such money was given a use before. */
export async function suspenseOf(db: Db, attemptId: number): Promise<{ yen: number; uses: number }> {
  const [row] = await db
    .select({
      yen: sql<number>`coalesce(-sum(${ledgerEntries.amount}), 0)::int`,
      uses: sql<number>`count(*) filter (where ${ledgerEntries.amount} > 0)::int`,
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.attemptId, attemptId), eq(ledgerEntries.account, 'suspense')));
  return row ?? { yen: 0, uses: 0 };
}
