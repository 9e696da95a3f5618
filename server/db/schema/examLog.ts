/**
 * What is kept about attempts besides their answers (exams.md 3.1): event log, cells that came too late, reports of
 * trouble, and the times in which the server was down.
 */
import { index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import type { ExamEvent } from '#contracts/examAttempt.ts';
import type { OrphanReason, SentCells } from '#contracts/examMerge.ts';
import { examAttempts } from './exam.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const rowId = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

/** Batches of the event log, as they came (exams.md 3.8). */
export const examEvents = pgTable(
  'exam_events',
  {
    id: rowId(),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => examAttempts.id, { onDelete: 'cascade' }),
    epoch: integer('epoch').notNull(),
    fromN: integer('from_n').notNull(),
    toN: integer('to_n').notNull(),
    events: jsonb('events').$type<ExamEvent[]>().notNull(),
    endHash: text('end_hash').notNull(),
    created: time('created').notNull(),
  },
  (table) => [unique('exam_events_from').on(table.attemptId, table.epoch, table.fromN)],
);

/** Cells that came but could not be merged; they are kept and never deleted. */
export const examOrphans = pgTable(
  'exam_orphans',
  {
    id: rowId(),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => examAttempts.id, { onDelete: 'cascade' }),
    reason: text('reason').$type<OrphanReason>().notNull(),
    epoch: integer('epoch').notNull(),
    cells: jsonb('cells').$type<SentCells>().notNull(),
    /** Hash of the cells, so that a repeated call stores them only once. */
    hash: text('hash').notNull(),
    at: time('at').notNull(),
  },
  (table) => [unique('exam_orphans_once').on(table.attemptId, table.hash)],
);

/** Own trouble of takers, reported once for a subject. */
export const examIncidents = pgTable('exam_incidents', {
  id: rowId(),
  no: text('no').notNull().unique(),
  attemptId: uuid('attempt_id')
    .notNull()
    .unique()
    .references(() => examAttempts.id, { onDelete: 'cascade' }),
  kind: text('kind').notNull(),
  from: time('from').notNull(),
  to: time('to').notNull(),
  body: text('body').notNull(),
  /** What the operator decided; `null`: nothing yet. */
  answer: text('answer').$type<'extended' | 'retake_granted' | 'as_is'>(),
  answerNote: text('answer_note').notNull().default(''),
  answered: time('answered'),
  created: time('created').notNull(),
});

/** What operators did to attempts: who, why. Never changed. */
export const examActs = pgTable(
  'exam_acts',
  {
    id: rowId(),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => examAttempts.id, { onDelete: 'cascade' }),
    at: time('at').notNull(),
    actor: text('actor').notNull(),
    act: text('act').$type<'extend'>().notNull(),
    why: text('why').notNull(),
    /** Of an extension. */
    minutes: integer('minutes'),
  },
  (table) => [index('exam_acts_attempt_id').on(table.attemptId)],
);

/** Times in which nobody could reach the server. */
export const examOutages = pgTable(
  'exam_outages',
  {
    id: rowId(),
    from: time('from').notNull(),
    to: time('to').notNull(),
    kind: text('kind').$type<'beats' | 'maintenance' | 'declared'>().notNull(),
    note: text('note').notNull().default(''),
    created: time('created').notNull(),
  },
  (table) => [
    unique('exam_outages_once').on(table.from, table.to, table.kind),
    index('exam_outages_to').on(table.to),
  ],
);

/** When each process was last alive. */
export const serverBeats = pgTable('server_beats', {
  process: text('process').primaryKey(),
  at: time('at').notNull(),
});
