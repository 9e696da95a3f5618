import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ContactInput, InquiryStatus, inquiryCategories } from '#contracts/support.ts';
import { users } from './accounts.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Questions to the support desk (product.md 2.1 Inquiry). A question without a user came from a guest. */
export const inquiries = pgTable(
  'inquiries',
  {
    id: uuid('id').primaryKey(),
    /** 受付番号: cannot be guessed, can be read out. */
    number: text('number').notNull().unique(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    category: text('category').$type<(typeof inquiryCategories)[number]>().notNull(),
    subject: text('subject').notNull(),
    orderNo: text('order_no'),
    /** School year or standing, as a guest gave it. */
    standing: text('standing').$type<NonNullable<ContactInput['standing']>>(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    status: text('status').$type<InquiryStatus>().notNull(),
    created: time('created').notNull(),
    updated: time('updated').notNull(),
    closed: time('closed'),
  },
  (table) => [
    index('inquiries_user_id').on(table.userId, table.updated),
    index('inquiries_status').on(table.status, table.updated),
  ],
);
export type InquiryRow = typeof inquiries.$inferSelect;

/** What was said, oldest first. */
export const inquiryMessages = pgTable(
  'inquiry_messages',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    inquiryId: uuid('inquiry_id')
      .notNull()
      .references(() => inquiries.id, { onDelete: 'cascade' }),
    sender: text('sender').$type<'user' | 'staff'>().notNull(),
    body: text('body').notNull(),
    created: time('created').notNull(),
  },
  (table) => [index('inquiry_messages_inquiry_id').on(table.inquiryId, table.id)],
);

/** Files in the file store (server/files). A file without a message was uploaded but is not used yet. */
export const supportFiles = pgTable(
  'support_files',
  {
    id: uuid('id').primaryKey(),
    /** The sender; `null`: a guest, who can reach it only by its number. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    messageId: integer('message_id').references(() => inquiryMessages.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    type: text('type').notNull(),
    /** Bytes. */
    size: integer('size').notNull(),
    created: time('created').notNull(),
  },
  (table) => [
    index('support_files_message_id').on(table.messageId),
    index('support_files_user_id').on(table.userId),
    index('support_files_created').on(table.created),
  ],
);
export type SupportFileRow = typeof supportFiles.$inferSelect;

/** Mailed one-time links of guests, as hashes, and the access token that each was exchanged for. */
export const inquiryLinks = pgTable(
  'inquiry_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    inquiryId: uuid('inquiry_id')
      .notNull()
      .references(() => inquiries.id, { onDelete: 'cascade' }),
    created: time('created').notNull(),
    expires: time('expires').notNull(),
    used: time('used'),
    accessHash: text('access_hash').unique(),
    accessExpires: time('access_expires'),
  },
  (table) => [
    index('inquiry_links_inquiry_id').on(table.inquiryId),
    index('inquiry_links_expires').on(table.expires),
  ],
);
