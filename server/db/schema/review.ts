/**
 * Review cards and reviews (exams.md 6). A card only names its question; the content is read from the exam. Reviews are
 * facts: the state of a card is not stored but replayed from them.
 */
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Rating } from '#contracts/review.ts';
import { users } from './accounts.ts';
import { examAttempts, examSubjects } from './exam.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Counts the changes of one learner's cards and reviews; its row is also their lock. */
export const reviewHeads = pgTable('review_heads', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  seq: bigint('seq', { mode: 'number' }).notNull(),
});

/** Cards: one for a learner, question and scoring group, wherever it came from. */
export const reviewCards = pgTable(
  'review_cards',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Exam, subject, question and group by their names in the pack. */
    key: text('key').notNull(),
    source: text('source').$type<'mockexam' | 'english' | 'konoshiki' | 'lesson'>().notNull(),
    reason: text('reason').$type<'wrong' | 'empty' | 'unknown' | 'flagged' | 'added'>().notNull(),
    subjectId: integer('subject_id')
      .notNull()
      .references(() => examSubjects.id, { onDelete: 'cascade' }),
    question: text('question').notNull(),
    group: text('group').notNull(),
    isSuspended: boolean('is_suspended').notNull().default(false),
    withdrawn: time('withdrawn'),
    /** When it last changed, as a value of the learner's own counter. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    created: time('created').notNull(),
  },
  (table) => [
    unique('review_cards_key').on(table.userId, table.key),
    index('review_cards_seq').on(table.userId, table.seq),
    index('review_cards_subject_id').on(table.subjectId),
  ],
);
export type ReviewCardRow = typeof reviewCards.$inferSelect;

/** The attempts that a card came from: the same question may go wrong more than once. */
export const reviewCardAttempts = pgTable(
  'review_card_attempts',
  {
    cardId: integer('card_id')
      .notNull()
      .references(() => reviewCards.id, { onDelete: 'cascade' }),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => examAttempts.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.cardId, table.attemptId] }),
    index('review_card_attempts_attempt_id').on(table.attemptId),
  ],
);

export const reviewLogs = pgTable(
  'review_logs',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    cardId: integer('card_id')
      .notNull()
      .references(() => reviewCards.id, { onDelete: 'cascade' }),
    rating: smallint('rating').$type<Rating>().notNull(),
    reviewedAt: time('reviewed_at').notNull(),
    device: text('device').notNull(),
    /** The set of FSRS parameters by which the device computed the card (exams.md 9). */
    params: text('params').notNull(),
    /** The review that this one undoes. */
    undoes: uuid('undoes'),
    ms: integer('ms'),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    created: time('created').notNull(),
  },
  (table) => [
    index('review_logs_seq').on(table.userId, table.seq),
    index('review_logs_card_id').on(table.cardId),
  ],
);
export type ReviewLogRow = typeof reviewLogs.$inferSelect;
