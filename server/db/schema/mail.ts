import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * Mails to be sent (an outbox): written in the transaction that wants them, so that a crash loses none. Content and
 * recipient are sealed, because links and codes in them open accounts. They are deleted once the mail is sent.
 */
export const mails = pgTable(
  'mails',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    /** The same at every retry, so that a mail program shows a duplicate only once. */
    messageId: text('message_id').notNull().unique(),
    /** Encrypted recipient, subject, text and HTML; `null`: sent, or given up. */
    sealed: text('sealed'),
    /** Not sent before this time: a pause after a failure, or the lease of another process. */
    notBefore: time('not_before').notNull(),
    /** After this the mail is useless and is not sent. */
    expires: time('expires').notNull(),
    attempts: integer('attempts').notNull().default(0),
    created: time('created').notNull(),
    sent: time('sent'),
    /** Why it was given up: `refused`, `expired`, `failed`. */
    failed: text('failed'),
  },
  (table) => [index('mails_due').on(table.notBefore).where(sql`${table.sealed} is not null`)],
);
