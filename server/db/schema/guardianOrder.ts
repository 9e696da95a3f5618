/** What a guardian was asked about an order of somebody under 18, and what they said (money.md 4.11). */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
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
    /** Agreed to beforehand, by a limit of so many yen a month; `null`: by a word about this order. */
    limitYen: integer('limit_yen'),
  },
  (table) => [
    check('guardian_orders_decided', sql`(${table.decision} is null) = (${table.decided} is null)`),
    check('guardian_orders_text', sql`${table.decision} <> 'approved' or ${table.textHash} is not null`),
  ],
);
export type GuardianOrderRow = typeof guardianOrders.$inferSelect;

/**
 * Up to how many yen a month a guardian agrees beforehand to what is ordered (money.md 4.11). Each wish is a row of its own,
 * the consent and its end alike; the newest of the guardian who is registered now counts.
 */
export const guardianLimits = pgTable(
  'guardian_limits',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `token_hash` of the guardian's registration: who takes their place has set nothing. */
    guardian: text('guardian').notNull(),
    /** Yen of one month; `null`: every order is asked about again. */
    yen: integer('yen'),
    /** From which order's link it was set, when, and by what network (keyed hash) and browser. */
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
