import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { EntryInput, EntrySubject } from '#contracts/entryExam.ts';
import { packs } from './catalog.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** A question with what only the server knows. `answer`: number of the option counted from 1, or the whole number. */
export type StoredQuestion = {
  id: string;
  area: string;
  body: string;
  passage: string;
  lang: 'ja' | 'en';
  quote: string;
  options: string[];
  answer: number;
  why: string[];
};
/** A subject of the entry exam. `courses` of an area: keys of courses, which may later leave the catalogue. */
export type StoredSubject = {
  id: EntrySubject;
  name: string;
  areas: { id: string; name: string; courses: string[] }[];
  questions: StoredQuestion[];
};

/**
 * Versions of the entry exam (product.md 2.2.A `/entry-exam`). A row is never changed: people who have begun with it
 * are marked by it. Only the current version of the pack that was imported last is handed out.
 */
export const entryExams = pgTable(
  'entry_exams',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Name of the pack and a hash of the content. */
    key: text('key').notNull().unique(),
    pack: text('pack')
      .notNull()
      .references(() => packs.key),
    isCurrent: boolean('is_current').notNull(),
    subjects: jsonb('subjects').$type<StoredSubject[]>().notNull(),
    imported: time('imported').notNull(),
  },
  (table) => [index('entry_exams_pack').on(table.pack)],
);
export type EntryExamRow = typeof entryExams.$inferSelect;

/** People who applied for it: one row for each test, begun or not. Its sittings are attempts, as in every exam. */
export const entryTests = pgTable(
  'entry_tests',
  {
    id: uuid('id').primaryKey(),
    examId: integer('exam_id')
      .notNull()
      .references(() => entryExams.id),
    email: text('email').notNull(),
    grade: text('grade').$type<EntryInput['grade']>().notNull(),
    /** Those that were chosen, in the order of the exam. */
    subjects: jsonb('subjects').$type<EntrySubject[]>().notNull(),
    created: time('created').notNull(),
    /** Nobody can go on with it after this. */
    expires: time('expires').notNull(),
    started: time('started'),
    finished: time('finished'),
  },
  (table) => [
    index('entry_tests_email').on(table.email),
    index('entry_tests_exam_id').on(table.examId),
    index('entry_tests_expires').on(table.expires),
  ],
);
export type EntryTestRow = typeof entryTests.$inferSelect;

/**
 * Mailed links, as hashes. They may be opened several times, so that a test goes on after a reload and on another
 * device.
 */
export const entryLinks = pgTable(
  'entry_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    testId: uuid('test_id')
      .notNull()
      .references(() => entryTests.id, { onDelete: 'cascade' }),
    expires: time('expires').notNull(),
  },
  (table) => [index('entry_links_test_id').on(table.testId), index('entry_links_expires').on(table.expires)],
);
