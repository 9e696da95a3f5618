import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { CampaignTarget, HeroPicture } from '#contracts/site.ts';
import { packs } from './catalog.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
const pack = () =>
  text('pack')
    .notNull()
    .references(() => packs.key);

/** Results of a year besides its stories (product.md 2.1 SuccessTotal). */
export const successReports = pgTable(
  'success_reports',
  {
    id: id(),
    /** `success-<year>`. */
    key: text('key').notNull().unique(),
    pack: pack(),
    year: integer('year').notNull().unique(),
    isArchive: boolean('is_archive').notNull(),
    rule: text('rule').notNull(),
    totals: jsonb('totals').$type<{ name: string; count: number; note: string }[]>().notNull(),
  },
  (table) => [index('success_reports_pack').on(table.pack)],
);

/** Stories of learners who passed (product.md 2.1 SuccessStory). */
export const successStories = pgTable(
  'success_stories',
  {
    id: id(),
    key: text('key').notNull().unique(),
    pack: pack(),
    year: integer('year').notNull(),
    order: integer('order').notNull(),
    isSample: boolean('is_sample').notNull(),
    nickname: text('nickname').notNull(),
    schoolFrom: text('school_from').notNull(),
    passed: jsonb('passed').$type<{ name: string; faculty: string; region: string }[]>().notNull(),
    before: doublePrecision('before'),
    after: doublePrecision('after'),
    /** Keys of courses, which may leave the catalogue later. */
    courses: jsonb('courses').$type<string[]>().notNull(),
    body: text('body').notNull(),
    advice: text('advice').notNull(),
  },
  (table) => [index('success_stories_pack').on(table.pack), index('success_stories_year').on(table.year)],
);

/** Parts of a campaign's page as they are stored: courses and stories by their keys. */
export type StoredSection = { heading: string; lead: string } & (
  | { kind: 'cards'; cards: { title: string; body: string; tag: string }[] }
  | { kind: 'steps'; steps: { title: string; body: string; mark: string }[] }
  | { kind: 'questions'; questions: { question: string; answer: string }[] }
  | { kind: 'words'; body: string }
  | { kind: 'week'; total: string; minutes: number[] }
  | { kind: 'courses'; courses: string[] }
  | { kind: 'stories'; stories: string[] }
);
export type StoredHero = {
  eyebrow: string;
  heading: string[];
  lead: string;
  note: string;
  picture: HeroPicture;
};

/** Campaigns (product.md 2.2.A). A variant is a row of its own: the same content under another front. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: id(),
    /** Its slug. */
    key: text('key').notNull().unique(),
    pack: pack(),
    /** Slug of the campaign it is a variant of. */
    canonical: text('canonical'),
    title: text('title').notNull(),
    starts: time('starts').notNull(),
    ends: time('ends').notNull(),
    hero: jsonb('hero').$type<StoredHero>().notNull(),
    cta: jsonb('cta').$type<{ to: CampaignTarget; label: string; note: string }>().notNull(),
    sections: jsonb('sections').$type<StoredSection[]>().notNull(),
  },
  (table) => [index('campaigns_pack').on(table.pack)],
);
