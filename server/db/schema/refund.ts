/** Refunds of an order (money.md 4.13), and what the staff did to money (money.md 8). Rows outlive the account. */
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import type { RefundKind, RefundState } from '#contracts/shopRefund.ts';
import { orders, paymentAttempts } from './order.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const rowId = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

/**
 * Yen that go back for one thing. `item`: of the order, `null` for money that never was a sale. `ends`: its access
 * ends, too.
 */
export type RefundLine = { item: number | null; name: string; amount: number; rate: number; ends: boolean };

/** One refund: decided once and posted at that moment; `done` when the money has gone back. */
export const refunds = pgTable(
  'refunds',
  {
    id: rowId(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    /** Number within the order; its return invoice has the same number. */
    seq: integer('seq').notNull(),
    /** Idempotency key of the wish: the number of a quote, or what happened. */
    key: text('key').notNull(),
    kind: text('kind').$type<RefundKind>().notNull(),
    state: text('state').$type<RefundState>().notNull(),
    /** Through the gateway, or by a transfer of ours. */
    via: text('via').$type<'gateway' | 'transfer'>().notNull(),
    amount: integer('amount').notNull(),
    lines: jsonb('lines').$type<RefundLine[]>().notNull(),
    /** In the words of the person who asked. */
    reason: text('reason').notNull(),
    /** The attempt whose money it is. */
    attemptId: integer('attempt_id').references(() => paymentAttempts.id, { onDelete: 'restrict' }),
    /** Yen that the gateway shall hold afterwards; `null`: not through the gateway. */
    target: integer('target'),
    askedBy: text('asked_by').$type<'buyer' | 'staff' | 'system'>().notNull(),
    /** The member of the staff. */
    actor: text('actor'),
    /** Bank account for a transfer (`RefundAccountInput`), sealed; deleted 30 days after the payout. */
    account: text('account'),
    accountAt: time('account_at'),
    exportedAt: time('exported_at'),
    created: time('created').notNull(),
    modified: time('modified').notNull(),
    done: time('done'),
  },
  (table) => [
    unique('refunds_key').on(table.orderId, table.key),
    unique('refunds_seq').on(table.orderId, table.seq),
    index('refunds_state').on(table.state, table.created),
    index('refunds_attempt_id').on(table.attemptId),
    check('refunds_amount', sql`${table.amount} > 0`),
    check('refunds_done', sql`(${table.state} = 'done') = (${table.done} is not null)`),
  ],
);
export type RefundRow = typeof refunds.$inferSelect;

/** Every act of the staff on money, and every look at personal data: who, why, before and after. Never changed. */
export const moneyAudit = pgTable(
  'money_audit',
  {
    id: rowId(),
    at: time('at').notNull(),
    actor: text('actor').notNull(),
    act: text('act').notNull(),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    why: text('why').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
  },
  (table) => [index('money_audit_order_id').on(table.orderId), index('money_audit_at').on(table.at)],
);
export type AuditRow = typeof moneyAudit.$inferSelect;
