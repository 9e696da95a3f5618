import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { inquiryCategories } from '#contracts/support.ts';
import { packs } from './catalog.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Versions of legal and other pages (product.md 2.2.B). */
export const pages = pgTable(
  'pages',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** `<slug>-<version>`. */
    key: text('key').notNull().unique(),
    pack: text('pack')
      .notNull()
      .references(() => packs.key),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    title: text('title').notNull(),
    bodyHtml: text('body_html').notNull(),
    headings: jsonb('headings').$type<string[]>().notNull(),
    changes: text('changes').notNull(),
    effective: time('effective').notNull(),
  },
  (table) => [index('pages_pack').on(table.pack), index('pages_slug').on(table.slug, table.effective.desc())],
);

/** Frequent questions. */
export const faqEntries = pgTable(
  'faq_entries',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    key: text('key').notNull().unique(),
    pack: text('pack')
      .notNull()
      .references(() => packs.key),
    category: text('category').$type<(typeof inquiryCategories)[number]>().notNull(),
    question: text('question').notNull(),
    answerHtml: text('answer_html').notNull(),
    keywords: jsonb('keywords').$type<string[]>().notNull(),
    order: integer('order').notNull(),
  },
  (table) => [index('faq_entries_pack').on(table.pack)],
);
