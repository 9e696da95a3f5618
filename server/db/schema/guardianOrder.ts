/** The question to a guardian about an order of somebody under 18, and the answer (money.md 4.11). */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { orders } from './order.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * `approved`, `declined`: the guardian's answer · `released`: the buyer has come of age, so nobody has to be asked any
 * more. The row is also the consent that the books keep: `text_hash` names the text that was read.
 */
export const guardianOrders = pgTable(
  'guardian_orders',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'restrict' }),
    /** Token of the link that was sent last; an earlier link opens nothing. */
    tokenHash: text('token_hash').notNull().unique(),
    /** Who was asked (`AskedGuardian`), sealed. */
    guardian: text('guardian').notNull(),
    asked: time('asked').notNull(),
    /** Until when the link works. */
    expires: time('expires').notNull(),
    decision: text('decision').$type<'approved' | 'declined' | 'released'>(),
    decided: time('decided'),
    /** Network as a keyed hash, and browser, from which it was decided. */
    decidedFrom: text('decided_from'),
    decidedWith: text('decided_with'),
    textHash: text('text_hash'),
    /** Agreed to beforehand, by a limit of this many yen a month; `null`: by an answer about this order. */
    limitYen: integer('limit_yen'),
  },
  (table) => [
    check('guardian_orders_decided', sql`(${table.decision} is null) = (${table.decided} is null)`),
    check('guardian_orders_text', sql`${table.decision} <> 'approved' or ${table.textHash} is not null`),
  ],
);
export type GuardianOrderRow = typeof guardianOrders.$inferSelect;

/**
 * Up to how many yen a month a guardian agrees beforehand to orders (money.md 4.11). Each change is a row of its own,
 * for a consent and for its end; the newest row of the guardian who is registered now counts.
 */
export const guardianLimits = pgTable(
  'guardian_limits',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `token_hash` of the guardian's registration: a guardian who replaces them has set no limit. */
    guardian: text('guardian').notNull(),
    /** Yen of one month; `null`: every order is asked about again. */
    yen: integer('yen'),
    /** The order whose link was used to set it, when, and from what network (keyed hash) and browser. */
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    created: time('created').notNull(),
    setFrom: text('set_from').notNull(),
    setWith: text('set_with').notNull(),
  },
  (table) => [
    index('guardian_limits_user').on(table.userId, table.id),
    check('guardian_limits_yen', sql`${table.yen} > 0`),
  ],
);
