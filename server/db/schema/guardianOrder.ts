/** What a guardian was asked about an order of somebody under 18, and what they said (money.md 4.11). */
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { orders } from './order.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * `approved`, `declined`: the guardian's word · `released`: whoever ordered has come of age, nobody has to be asked any
 * more. It is the consent that the books keep, too: `text_hash` names the text that was read.
 */
export const guardianOrders = pgTable(
  'guardian_orders',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'restrict' }),
    /** Of the link that was sent last; an earlier one opens nothing. */
    tokenHash: text('token_hash').notNull().unique(),
    /** Who was asked (`AskedGuardian`), sealed. */
    guardian: text('guardian').notNull(),
    asked: time('asked').notNull(),
    /** Until when the link opens anything. */
    expires: time('expires').notNull(),
    decision: text('decision').$type<'approved' | 'declined' | 'released'>(),
    decided: time('decided'),
    /** Network as a keyed hash, and browser, from which it was decided. */
    decidedFrom: text('decided_from'),
    decidedWith: text('decided_with'),
    textHash: text('text_hash'),
  },
  (table) => [
    check('guardian_orders_decided', sql`(${table.decision} is null) = (${table.decided} is null)`),
    check('guardian_orders_text', sql`${table.decision} <> 'approved' or ${table.textHash} is not null`),
  ],
);
export type GuardianOrderRow = typeof guardianOrders.$inferSelect;
