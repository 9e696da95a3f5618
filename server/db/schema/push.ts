import { boolean, index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import type { PushKind } from '#contracts/push.ts';
import { sessions, users } from './accounts.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * Browsers that receive push messages (product.md 3.4 /api/support/push/). Each belongs to a login and ends with it.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Address at the browser's push service. */
    endpoint: text('endpoint').notNull().unique(),
    /** Key and secret of the browser, base64url: only it can read what is sent. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    kinds: jsonb('kinds').$type<PushKind[]>().notNull(),
    created: time('created').notNull(),
    /** Renewed at each start of the app. */
    lastSeen: time('last_seen').notNull(),
  },
  (table) => [
    index('push_subscriptions_user_id').on(table.userId),
    index('push_subscriptions_session_id').on(table.sessionId),
  ],
);

/**
 * One message for one browser. Server processes coordinate by its row: it is unique, and claimed before the message is
 * sent.
 */
export const pushDeliveries = pgTable(
  'push_deliveries',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<PushKind>().notNull(),
    /** What it is about: the notice's number, or the day of a reminder in Japan. */
    subject: text('subject').notNull(),
    /** Not sent before this time: quiet hours, a pause after a failure, or the lease of another process. */
    notBefore: time('not_before').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Sent, or given up. */
    isDone: boolean('is_done').notNull().default(false),
    created: time('created').notNull(),
  },
  (table) => [
    unique('push_deliveries_once').on(table.subscriptionId, table.kind, table.subject),
    index('push_deliveries_due').on(table.isDone, table.notBefore),
  ],
);
