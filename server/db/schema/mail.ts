import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * Mails to be sent, written in the transaction that wants them, so that a crash loses none. What they say and to whom
 * is sealed, because links and codes in it open accounts, and is forgotten once the mail is out of the house.
 */
export const mails = pgTable(
  'mails',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    /** The same at every try, so that a mail program shows a doubled one once. */
    messageId: text('message_id').notNull().unique(),
    /** Encrypted recipient, subject, text and HTML; `null`: sent, or given up. */
    sealed: text('sealed'),
    /** Not to be sent before: a pause after a failure, or another process is at it. */
    notBefore: time('not_before').notNull(),
    /** Worth nothing after this. */
    expires: time('expires').notNull(),
    attempts: integer('attempts').notNull().default(0),
    created: time('created').notNull(),
    sent: time('sent'),
    /** Why it was given up: `refused`, `expired`, `failed`. */
    failed: text('failed'),
  },
  (table) => [index('mails_due').on(table.notBefore).where(sql`${table.sealed} is not null`)],
);
