/**
 * Marks and cohorts (exams.md 5). Rank and 偏差値 are not stored with a learner: a cohort version has one row for each
 * score, where they are looked up. A version is written whole, in one transaction, and never changed.
 */
import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Report } from '#contracts/examResult.ts';
import type { SelfPoints } from '#contracts/examScore.ts';
import { users } from './accounts.ts';
import { examAttempts, examSubjects, exams } from './exam.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const rowId = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

/**
 * Points of an attempt by a revision of the key. Points by earlier revisions stay, because the earlier result is read
 * from them.
 */
export const examScores = pgTable(
  'exam_scores',
  {
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => examAttempts.id, { onDelete: 'cascade' }),
    keyRevision: integer('key_revision').notNull(),
    subjectId: integer('subject_id')
      .notNull()
      .references(() => examSubjects.id, { onDelete: 'cascade' }),
    /** Points of each group, in the order of the key; -1: 自己採点待ち, -2: not chosen. */
    points: smallint('points').array().notNull(),
    total: integer('total').notNull(),
    full: integer('full').notNull(),
    /** Number of groups that wait for the taker's own marking. */
    pending: integer('pending').notNull(),
    picks: jsonb('picks').$type<string[]>().notNull().default([]),
    made: time('made').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.attemptId, table.keyRevision] }),
    index('exam_scores_subject').on(table.subjectId, table.keyRevision, table.total),
  ],
);

/** What takers gave to their own 記述 answers. */
export const examSelfPoints = pgTable('exam_self_points', {
  attemptId: uuid('attempt_id')
    .primaryKey()
    .references(() => examAttempts.id, { onDelete: 'cascade' }),
  points: jsonb('points').$type<SelfPoints>().notNull(),
  modified: time('modified').notNull(),
});

/** How all takers did in a scoring group. */
export type ItemRate = {
  group: string;
  n: number;
  right: number;
  /** Correlation with the rest of the score; `null` without a spread. */
  correlation: number | null;
};

/** Versions of the cohort of an exam: 暫定 / 確定 / 再採点後. */
export const examCohorts = pgTable(
  'exam_cohorts',
  {
    id: rowId(),
    examId: integer('exam_id')
      .notNull()
      .references(() => exams.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    kind: text('kind').$type<'provisional' | 'frozen' | 'regraded'>().notNull(),
    /** By subject: its row, the revision of its key, and how all takers did in each group. */
    subjects: jsonb('subjects')
      .$type<Record<string, { subjectId: number; keyRevision: number; items: ItemRate[] }>>()
      .notNull(),
    made: time('made').notNull(),
  },
  (table) => [unique('exam_cohorts_version').on(table.examId, table.version)],
);
export type CohortRow = typeof examCohorts.$inferSelect;

/**
 * Counts by score. `scope` `subject`: key is the subject · `total`: key is the total · `faculty`: key is the method;
 * scores are 判定用偏差値 in tenths, or points for a high school.
 */
export const examDistributions = pgTable(
  'exam_distributions',
  {
    cohortId: integer('cohort_id')
      .notNull()
      .references(() => examCohorts.id, { onDelete: 'cascade' }),
    scope: text('scope').$type<'subject' | 'total' | 'faculty'>().notNull(),
    key: text('key').notNull(),
    score: integer('score').notNull(),
    count: integer('count').notNull(),
    above: integer('above').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cohortId, table.scope, table.key, table.score] })],
);

/**
 * Re-marking after a correction of the key. It resumes where it stopped, and the result is the same however often it
 * runs.
 */
export const examRegrades = pgTable(
  'exam_regrades',
  {
    id: rowId(),
    subjectId: integer('subject_id')
      .notNull()
      .references(() => examSubjects.id, { onDelete: 'cascade' }),
    fromRevision: integer('from_revision').notNull(),
    toRevision: integer('to_revision').notNull(),
    /** Attempts are marked · the new key counts, its cohort is made · everybody is told · over. */
    state: text('state').$type<'running' | 'counting' | 'telling' | 'done'>().notNull(),
    changed: integer('changed').notNull().default(0),
    created: time('created').notNull(),
    finished: time('finished'),
  },
  (table) => [unique('exam_regrades_once').on(table.subjectId, table.toRevision)],
);

/** Work that waits: claimed by one process (`for update skip locked`). */
export const examJobs = pgTable(
  'exam_jobs',
  {
    id: rowId(),
    kind: text('kind').$type<'score' | 'cards'>().notNull(),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => examAttempts.id, { onDelete: 'cascade' }),
    due: time('due').notNull(),
    tries: integer('tries').notNull().default(0),
  },
  (table) => [unique('exam_jobs_once').on(table.kind, table.attemptId), index('exam_jobs_due').on(table.due)],
);

/** Everything that is printed on a 成績表 as PDF. */
export type ReportFacts = {
  /** The person, as they entered; empty: they did not say. */
  person: { name: string; grade: string; school: string; number: string };
  /** From one version of the cohort. */
  report: Report;
  /** 内申, only for learners who asked for it. */
  hasNaishin: boolean;
  /** When it was asked for, epoch milliseconds. */
  issuedAt: number;
};

/**
 * 成績表 as PDF (exams.md 5 PDF), drawn by a job, once for the same facts. When a fact changes (a correction, another
 * name, a later mark), that is a new paper. Papers of a deleted version are deleted with it.
 */
export const examPapers = pgTable(
  'exam_papers',
  {
    id: rowId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    cohortId: integer('cohort_id')
      .notNull()
      .references(() => examCohorts.id, { onDelete: 'cascade' }),
    facts: jsonb('facts').$type<ReportFacts>().notNull(),
    /** SHA-256 of the facts without their moment. */
    factsHash: text('facts_hash').notNull(),
    /** The PDF, base64; `null`: not made yet. */
    bytes: text('bytes'),
    attempts: integer('attempts').notNull().default(0),
    notBefore: time('not_before').notNull(),
    created: time('created').notNull(),
    made: time('made'),
  },
  (table) => [
    unique('exam_papers_once').on(table.userId, table.cohortId, table.factsHash),
    index('exam_papers_due').on(table.made, table.notBefore),
  ],
);
export type ExamPaperRow = typeof examPapers.$inferSelect;
