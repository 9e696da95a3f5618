import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Switches and small values of the operator, one row for each name: `maintenance`, … */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
  modified: time('modified').notNull(),
});

/** Fixed windows of the rate limits; in the database so that all server processes agree. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resets: time('resets').notNull(),
  },
  (table) => [index('rate_limits_resets').on(table.resets)],
);

/** Answers of writes by `Idempotency-Key` (architecture.md 3); kept 40 days. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: uuid('key').notNull(),
    /** Hash of method, path with query, and body, under the server's key (middleware/requestSeal.ts). */
    requestHash: text('request_hash').notNull(),
    status: integer('status').notNull(),
    /** The answer, sealed (middleware/requestSeal.ts); `null`: no body. */
    body: text('body'),
    created: time('created').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_created').on(table.created),
  ],
);

/** The same for guests. Their only identification is the key itself: a random number that only their device knows. */
export const guestKeys = pgTable(
  'guest_keys',
  {
    key: uuid('key').primaryKey(),
    requestHash: text('request_hash').notNull(),
    status: integer('status').notNull(),
    body: text('body'),
    created: time('created').notNull(),
  },
  (table) => [index('guest_keys_created').on(table.created)],
);
