/**
 * Exams and their content, entries, and attempts (exams.md 2, 3.1). What an attempt refers to is never changed: a changed
 * exam is a new version, a changed key a new revision.
 */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { DesiredInput } from '#contracts/exam.ts';
import type { AttemptState, PackFile } from '#contracts/examAttempt.ts';
import type { AnswersFile, ExamKind, Paper } from '#contracts/examContent.ts';
import type { AnswerKey } from '#contracts/examKey.ts';
import type { Cells, SpentSeconds } from '#contracts/examMerge.ts';
import type { NaishinTable } from '#contracts/examStatistics.ts';
import { users } from './accounts.ts';
import { packs } from './catalog.ts';
import { entryExams, entryTests } from './entryExam.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const rowId = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

/** When marks or keys are shown: after the hand-in, or after the end of the window (exams.md 1, D6). */
export type OpenSwitch = 'at_once' | 'after_window';
/** Subjects that are summed up under one name. */
export type ExamTotal = { id: string; name: string; subjects: string[] };
/** How many subjects of one group may be chosen. */
export type GroupRule = { group: string; name: string; max: number };

/** The kind of an exam. `entry`: the entry exam, which is reached only by mailed links and has no cohort. */
type StoredExamKind = ExamKind | 'entry';

/** Exams. `key`: name of pack and exam, by which an import finds it again. */
export const exams = pgTable(
  'exams',
  {
    id: rowId(),
    key: text('key').notNull().unique(),
    pack: text('pack')
      .notNull()
      .references(() => packs.key),
    kind: text('kind').$type<StoredExamKind>().notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    grades: jsonb('grades').$type<string[]>().notNull(),
    /** Yen, tax included. */
    fee: integer('fee').notNull().default(0),
    /** `null`: always, as the English test. */
    entryFrom: time('entry_from'),
    entryUntil: time('entry_until'),
    examFrom: time('exam_from'),
    examUntil: time('exam_until'),
    reportAt: time('report_at'),
    marksOpen: text('marks_open').$type<OpenSwitch>().notNull().default('after_window'),
    keysOpen: text('keys_open').$type<OpenSwitch>().notNull().default('after_window'),
    maxDesiredRank: integer('max_desired_rank').notNull().default(8),
    groupRules: jsonb('group_rules').$type<GroupRule[]>().notNull().default([]),
    totals: jsonb('totals').$type<ExamTotal[]>().notNull().default([]),
    /** Days until the next round; `null`: there is only one round. */
    retakeDays: integer('retake_days'),
    /** Levels of an English test, as they are shown. */
    levelFrom: text('level_from').notNull().default(''),
    levelTo: text('level_to').notNull().default(''),
    /** Takers drawn from a seed count in the cohort of this exam, and in no other cohort. */
    isSample: boolean('is_sample').notNull().default(false),
    /** The version that is started now. */
    versionId: integer('version_id'),
    order: integer('order').notNull().default(0),
    created: time('created').notNull(),
    modified: time('modified').notNull(),
    withdrawn: time('withdrawn'),
  },
  (table) => [index('exams_pack').on(table.pack), index('exams_kind').on(table.kind, table.examFrom)],
);
export type ExamRow = typeof exams.$inferSelect;

/** A correction that takers see while they answer. `question` is `null`: it is about the whole subject. */
export type StoredErratum = {
  id: string;
  subject: string;
  question: string | null;
  html: string;
  at: string;
};

/** Content of an exam, named by its hash. After the first start only keys, explanations and borders may change. */
export const examVersions = pgTable(
  'exam_versions',
  {
    id: rowId(),
    examId: integer('exam_id')
      .notNull()
      .references(() => exams.id, { onDelete: 'cascade' }),
    /** SHA-256 over the canonical content, hex; for an entry exam its key. */
    hash: text('hash').notNull(),
    /** For an entry exam: where its questions are stored. Its subjects have no paper and no pack. */
    entryExamId: integer('entry_exam_id').references(() => entryExams.id, { onDelete: 'cascade' }),
    errata: jsonb('errata').$type<StoredErratum[]>().notNull().default([]),
    firstStart: time('first_start'),
    created: time('created').notNull(),
  },
  (table) => [
    unique('exam_versions_hash').on(table.examId, table.hash),
    unique('exam_versions_entry_exam').on(table.entryExamId),
  ],
);

/** The sealed files of a subject. `path`: in the media store. */
export type StoredPackFile = Omit<PackFile, 'url'> & { path: string };

/** Subjects of a version. */
export const examSubjects = pgTable(
  'exam_subjects',
  {
    id: rowId(),
    versionId: integer('version_id')
      .notNull()
      .references(() => examVersions.id, { onDelete: 'cascade' }),
    examId: integer('exam_id')
      .notNull()
      .references(() => exams.id, { onDelete: 'cascade' }),
    /** The subject's id in the exam. */
    key: text('key').notNull(),
    name: text('name').notNull(),
    group: text('group').notNull().default(''),
    order: integer('order').notNull(),
    minutes: integer('minutes').notNull(),
    points: integer('points').notNull(),
    questionCount: integer('question_count').notNull(),
    isRequired: boolean('is_required').notNull().default(false),
    hasListening: boolean('has_listening').notNull().default(false),
    /** Names that a cell may have: slots, and `pick:` of choices. */
    names: jsonb('names').$type<string[]>().notNull(),
    /** As takers see it. */
    layout: jsonb('layout').$type<Paper>().notNull(),
    /** Keys as they are printed, explanations, scripts. */
    answers: jsonb('answers').$type<AnswersFile>().notNull(),
    /** Sealed files with the questions, and the sealed file with `answers`. */
    pack: jsonb('pack').$type<StoredPackFile[]>().notNull(),
    answersPack: jsonb('answers_pack').$type<StoredPackFile>(),
    /** Keys of both, sealed (server/domain/exam/sealPack.ts). */
    packKey: text('pack_key').notNull(),
    answersKey: text('answers_key').notNull(),
    /** The revision of the key that counts. */
    keyRevision: integer('key_revision').notNull().default(1),
  },
  (table) => [
    unique('exam_subjects_key').on(table.versionId, table.key),
    index('exam_subjects_exam_id').on(table.examId),
  ],
);
export type ExamSubjectRow = typeof examSubjects.$inferSelect;

/** Keys of a subject, by revision from 1. `policy` and `reason` say how a correction counts (exams.md 5 Re-grade). */
export const examKeyRevisions = pgTable(
  'exam_key_revisions',
  {
    subjectId: integer('subject_id')
      .notNull()
      .references(() => examSubjects.id, { onDelete: 'cascade' }),
    revision: integer('revision').notNull(),
    key: jsonb('key').$type<AnswerKey>().notNull(),
    policy: text('policy').$type<'fair' | 'exact'>().notNull().default('fair'),
    /** Shown with the new score. */
    reason: text('reason').notNull().default(''),
    created: time('created').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.revision] })],
);

/** Schools that can be wished for; written by imports. */
export const examSchools = pgTable(
  'exam_schools',
  {
    id: rowId(),
    code: text('code').notNull().unique(),
    pack: text('pack')
      .notNull()
      .references(() => packs.key),
    kind: text('kind').$type<'university' | 'highschool'>().notNull(),
    name: text('name').notNull(),
    kana: text('kana').notNull().default(''),
    prefecture: text('prefecture').notNull().default(''),
  },
  (table) => [index('exam_schools_pack').on(table.pack)],
);
export const examFaculties = pgTable(
  'exam_faculties',
  {
    id: rowId(),
    schoolId: integer('school_id')
      .notNull()
      .references(() => examSchools.id, { onDelete: 'cascade' }),
    code: text('code').notNull(),
    name: text('name').notNull(),
    order: integer('order').notNull().default(0),
  },
  (table) => [unique('exam_faculties_code').on(table.schoolId, table.code)],
);
/** Ways into a faculty: 前期, 後期, … */
export const examMethods = pgTable(
  'exam_methods',
  {
    id: rowId(),
    facultyId: integer('faculty_id')
      .notNull()
      .references(() => examFaculties.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    order: integer('order').notNull().default(0),
  },
  (table) => [unique('exam_methods_name').on(table.facultyId, table.name)],
);
/** Borders by year: 偏差値, or points for a high school. `subjects`: what counts, with its weight. */
export const examBorders = pgTable(
  'exam_borders',
  {
    methodId: integer('method_id')
      .notNull()
      .references(() => examMethods.id, { onDelete: 'cascade' }),
    year: integer('year').notNull(),
    border: doublePrecision('border').notNull(),
    subjects: jsonb('subjects').$type<{ id: string; weight: number }[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.methodId, table.year] })],
);
/** 内申 tables by prefecture. */
export const examNaishin = pgTable('exam_naishin', {
  prefecture: text('prefecture').primaryKey(),
  pack: text('pack')
    .notNull()
    .references(() => packs.key),
  table: jsonb('table').$type<NaishinTable>().notNull(),
});

/** The stored part of an entry's state; the rest follows from attempts and clock (exams.md 1). */
export type StoredEntryState = 'in_progress' | 'awaiting_payment' | 'entered' | 'canceled';

/** Entries, one for each learner and exam. */
export const examEntries = pgTable(
  'exam_entries',
  {
    id: rowId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    examId: integer('exam_id')
      .notNull()
      .references(() => exams.id, { onDelete: 'cascade' }),
    status: text('status').$type<StoredEntryState>().notNull(),
    /** 受験番号. */
    number: text('number').unique(),
    basicInfo: jsonb('basic_info').$type<Record<string, unknown>>(),
    environmentInfo: jsonb('environment_info').$type<Record<string, unknown>>(),
    isUndecided: boolean('is_undecided').notNull().default(false),
    subjects: jsonb('subjects').$type<string[]>().notNull().default([]),
    created: time('created').notNull(),
    modified: time('modified').notNull(),
  },
  (table) => [
    unique('exam_entries_user').on(table.userId, table.examId),
    index('exam_entries_exam_id').on(table.examId, table.status),
  ],
);
export type ExamEntryRow = typeof examEntries.$inferSelect;

/** 志望校 of an entry: a method, or a name typed by hand. */
export const entryDesired = pgTable(
  'entry_desired',
  {
    entryId: integer('entry_id')
      .notNull()
      .references(() => examEntries.id, { onDelete: 'cascade' }),
    rank: integer('rank').notNull(),
    methodId: integer('method_id').references(() => examMethods.id, { onDelete: 'set null' }),
    freeName: text('free_name').$type<Extract<DesiredInput, { free_name: string }>['free_name']>(),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.rank] }),
    index('entry_desired_method_id').on(table.methodId),
  ],
);

/** More time, or the script in place of the sound, for a taker with this allowance. */
export const examAllowances = pgTable(
  'exam_allowances',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    multiplierPct: integer('multiplier_pct').notNull().default(100),
    scriptInsteadOfAudio: boolean('script_instead_of_audio').notNull().default(false),
    reason: text('reason').notNull().default(''),
    modified: time('modified').notNull(),
  },
  (table) => [check('exam_allowances_pct', sql`${table.multiplierPct} between 100 and 200`)],
);

/**
 * Attempts: one person, one subject, one run. Each belongs to a member (`user_id`) or to an applicant of the entry exam
 * (`entry_test_id`). Without either it belongs to a taker of the demo's cohort, drawn from a seed. Epochs count the
 * devices that wrote; `takeovers` says when each epoch before the current one ended, epoch milliseconds.
 */
export const examAttempts = pgTable(
  'exam_attempts',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    entryTestId: uuid('entry_test_id').references(() => entryTests.id, { onDelete: 'cascade' }),
    examId: integer('exam_id')
      .notNull()
      .references(() => exams.id, { onDelete: 'cascade' }),
    subjectId: integer('subject_id')
      .notNull()
      .references(() => examSubjects.id, { onDelete: 'cascade' }),
    subject: text('subject').notNull(),
    kind: text('kind').$type<'real' | 'practice'>().notNull(),
    round: integer('round').notNull(),
    state: text('state').$type<AttemptState>().notNull(),
    startedAt: time('started_at').notNull(),
    baseDeadline: time('base_deadline').notNull(),
    deadline: time('deadline').notNull(),
    multiplierPct: integer('multiplier_pct').notNull().default(100),
    scriptInsteadOfAudio: boolean('script_instead_of_audio').notNull().default(false),
    /** Added time, milliseconds: between start and first question, by outages, by an operator. */
    startMs: integer('start_ms').notNull().default(0),
    outageMs: integer('outage_ms').notNull().default(0),
    givenMs: integer('given_ms').notNull().default(0),
    leaseEpoch: integer('lease_epoch').notNull().default(1),
    leaseDevice: text('lease_device').notNull().default(''),
    leaseLabel: text('lease_label').notNull().default(''),
    leaseSeenAt: time('lease_seen_at').notNull(),
    takeovers: jsonb('takeovers').$type<number[]>().notNull().default([]),
    startKey: text('start_key'), // Of the call that started it: a repeated start is known by it.
    endedBy: text('ended_by').$type<'user' | 'time' | 'operator'>(),
    submittedAt: time('submitted_at'),
    /** When a device handed it in; `null`: it is awaited for a day after the clock's end (domain/attempt/late.ts). */
    handedInAt: time('handed_in_at'),
    receiptNo: text('receipt_no').unique(),
    /** Counts seals: one more for each late merge. */
    sealNo: integer('seal_no').notNull().default(0),
    lateSync: boolean('late_sync').notNull().default(false),
    /** Out of rank and 偏差値 until somebody has looked. Of a void attempt: the one that takes its place will be. */
    needsLook: boolean('needs_look').notNull().default(false),
    chainOk: boolean('chain_ok').notNull().default(true),
    /** Reopened by an outage that was declared later: the time runs on when the taker is back. */
    reopenedMs: integer('reopened_ms'),
    /** Its result is published: nothing opens it again. */
    isFinal: boolean('is_final').notNull().default(false),
    created: time('created').notNull(),
  },
  (table) => [
    uniqueIndex('exam_attempts_one')
      .on(table.userId, table.examId, table.subject, table.round)
      .where(sql`${table.state} <> 'void' and ${table.kind} = 'real'`),
    uniqueIndex('exam_attempts_entry')
      .on(table.entryTestId, table.subject)
      .where(sql`${table.state} <> 'void'`),
    check('exam_attempts_owner', sql`num_nonnulls(${table.userId}, ${table.entryTestId}) <= 1`),
    index('exam_attempts_user').on(table.userId, table.examId),
    index('exam_attempts_subject').on(table.subjectId, table.state),
    index('exam_attempts_running').on(table.deadline).where(sql`${table.state} = 'running'`),
  ],
);
export type ExamAttemptRow = typeof examAttempts.$inferSelect;

/** How the clocks of the last save were judged, for people who look into it. */
export type ClockNote = { clock: 'lo' | 'hi'; gap: boolean; since: number; dlo: number; dhi: number };

/**
 * Answers of attempts: the row that every save updates. It is narrow and has no further index, so that PostgreSQL can
 * change it in place (HOT update).
 */
export const examAnswers = pgTable('exam_answers', {
  attemptId: uuid('attempt_id')
    .primaryKey()
    .references(() => examAttempts.id, { onDelete: 'cascade' }),
  rev: integer('rev').notNull().default(0),
  cells: jsonb('cells').$type<Cells>().notNull(),
  plays: jsonb('plays').$type<Record<string, number>>().notNull(),
  digest: text('digest').notNull(),
  clock: jsonb('clock').$type<ClockNote>(),
  savedAt: time('saved_at').notNull(),
  /** Saves within the minute that began at `saves_from`. */
  saves: integer('saves').notNull().default(0),
  savesFrom: time('saves_from').notNull(),
  /** Here and not in a table of its own, so that a save needs no further statement. */
  spent: jsonb('spent').$type<SpentSeconds>().notNull().default({}),
});
