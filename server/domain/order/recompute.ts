/**
 * Checks that the stored state follows from the books and the attempts (money.md 2): the status of an order is only a
 * cache of them. Pure.
 */
import type { OrderStatus } from '#contracts/shopOrder.ts';
import type { AttemptRow, OrderRow } from '../../db/schema/order.ts';
import type { Balance } from './ledger.ts';
import { isLive } from './policy.ts';

export type BookFacts = {
  order: Pick<OrderRow, 'status' | 'total' | 'paidAt' | 'canceledAt'>;
  /** In their order. */
  attempts: readonly Pick<AttemptRow, 'state' | 'method' | 'received'>[];
  balance: Balance;
  /** The posted money of each attempt, in the order of `attempts`. */
  posted: readonly number[];
};

/** The status of a sold order, by how much of the sale was given back. */
function soldStatus({ order, balance }: BookFacts): OrderStatus[] {
  const sold = -balance.sales;
  // While something is owed back, a refund may be under way.
  const under: OrderStatus[] = balance.refund_due < 0 ? ['refund_requested'] : [];
  if (order.total > 0 && sold === 0) return [...under, 'refunded'];
  return [...under, sold < order.total ? 'partially_refunded' : 'paid'];
}

/** The states in which an order with these books and attempts may be. */
export function possibleStatuses(facts: BookFacts): OrderStatus[] {
  const { order, attempts } = facts;
  if (order.paidAt !== null) return soldStatus(facts);
  if (order.canceledAt !== null) return ['canceled', 'expired'];
  const live = attempts.find(isLive);
  if (live) {
    if (live.method === 'card') return ['authenticating'];
    return live.state === 'slip' ? ['awaiting_payment'] : ['confirmed'];
  }
  const last = attempts.at(-1);
  if (!last) return ['confirmed', 'awaiting_guardian'];
  // Another sum than requested was captured: the order waits for a person.
  if (attempts.some(({ state }) => state === 'captured')) return ['authenticating', 'awaiting_payment'];
  return ['failed'];
}

/** The inconsistencies, in words for the operator; empty: the books are right. */
export function bookProblems(facts: BookFacts): string[] {
  const { order, attempts, balance, posted } = facts;
  const problems: string[] = [];
  const possible = possibleStatuses(facts);
  if (!possible.includes(order.status)) problems.push(`status ${order.status}, not ${possible.join(' or ')}`);
  const sum = Object.values(balance).reduce((total, amount) => total + amount, 0);
  if (sum !== 0) problems.push(`sum of the books ${sum}`);
  const isSold = order.paidAt !== null;
  if (isSold && balance.receivable !== 0) problems.push(`receivable ${balance.receivable} of a paid order`);
  if (!isSold && balance.sales !== 0) problems.push(`sales ${balance.sales} of an unpaid order`);
  if (balance.suspense > 0) problems.push(`suspense ${balance.suspense}`);
  if (attempts.filter(isLive).length > 1) problems.push('two live attempts');
  if (attempts.filter(({ state }) => state === 'captured').length > 1) problems.push('two captured attempts');
  for (const [i, { received }] of attempts.entries()) {
    if (received !== posted[i]) problems.push(`attempt ${i + 1}: ${received} received, ${posted[i]} posted`);
  }
  return problems;
}
