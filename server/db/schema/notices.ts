import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { packs } from './catalog.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * Notices (product.md 2.1). `audience`: `public` for everybody, `member` for the signed-in. Those with a `user_id` are
 * written by the server for that person alone.
 */
export const notices = pgTable(
  'notices',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    key: text('key').notNull().unique(),
    /** `null`: written by the server. */
    pack: text('pack').references(() => packs.key),
    /** The one person it is for; `null`: for its whole audience. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    bodyHtml: text('body_html').notNull(),
    category: text('category').notNull(),
    isPinned: boolean('is_pinned').notNull().default(false),
    audience: text('audience').notNull(),
    published: time('published').notNull(),
    /** When it was stored: a notice with an earlier date is still news. */
    created: time('created').notNull().default(sql`now()`),
  },
  (table) => [
    index('notices_pack').on(table.pack),
    index('notices_user_id').on(table.userId, table.published),
    index('notices_list').on(table.isPinned.desc(), table.published.desc(), table.id.desc()),
  ],
);

/** Which notices a user has read. */
export const noticeReads = pgTable(
  'notice_reads',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    noticeId: integer('notice_id')
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    readAt: time('read_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.noticeId] }),
    index('notice_reads_notice_id').on(table.noticeId),
  ],
);
