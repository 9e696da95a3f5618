/**
 * What learners own and leave behind. Every row belongs to one user.
 *
 * Marks (bookmarks, favorites, checks) keep one row per thing, also when they are off, with the time of the last
 * intent. So a device that comes back after weeks cannot switch something on again (offline.md 3.70, 5.6).
 */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { courses, lessons } from './catalog.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const rowId = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
const ref = (name: string, column: () => AnyPgColumn) =>
  integer(name).references(column, { onDelete: 'cascade' }).notNull();
const userRef = () => ref('user_id', () => users.id);
const courseRef = () => ref('course_id', () => courses.id);
const lessonRef = () => ref('lesson_id', () => lessons.id);

/** Purchased courses (specification.md 3). A renewal is a second item of the same course. */
export const inventories = pgTable(
  'inventories',
  {
    id: rowId(),
    userId: userRef(),
    courseId: courseRef(),
    productId: text('product_id'),
    /** End of access; `null`: no end. */
    expireAt: time('expire_at'),
    isAutoRenewal: boolean('is_auto_renewal').notNull().default(false),
    created: time('created').notNull(),
    modified: time('modified').notNull(),
  },
  (table) => [
    index('inventories_user_id').on(table.userId, table.id.desc()),
    index('inventories_user_course').on(table.userId, table.courseId),
    index('inventories_course_id').on(table.courseId),
  ],
);

/** しおり of a course; `clientAt` is the time of the last intent. */
export const bookmarks = pgTable(
  'bookmarks',
  {
    id: rowId(),
    userId: userRef(),
    courseId: courseRef(),
    isCheck: boolean('is_check').notNull(),
    clientAt: time('client_at').notNull(),
    created: time('created').notNull(),
    modified: time('modified').notNull(),
  },
  (table) => [
    unique('bookmarks_user_course').on(table.userId, table.courseId),
    index('bookmarks_list').on(table.userId, table.isCheck.desc(), table.clientAt.desc(), table.id.desc()),
    index('bookmarks_course_id').on(table.courseId),
  ],
);

/** お気に入り of a lesson; `isOn` false is a tombstone. */
export const favorites = pgTable(
  'favorites',
  {
    id: rowId(),
    userId: userRef(),
    lessonId: lessonRef(),
    courseId: courseRef(),
    isOn: boolean('is_on').notNull(),
    clientAt: time('client_at').notNull(),
    /** When it was last switched on. */
    created: time('created').notNull(),
    modified: time('modified').notNull(),
  },
  (table) => [
    unique('favorites_user_lesson').on(table.userId, table.lessonId),
    index('favorites_list').on(table.userId, table.created.desc(), table.id.desc()).where(sql`is_on`),
    index('favorites_course').on(table.userId, table.courseId),
    index('favorites_lesson_id').on(table.lessonId),
  ],
);

/** 理解度 of a lesson; level 0 is a tombstone. */
export const checks = pgTable(
  'checks',
  {
    id: rowId(),
    userId: userRef(),
    lessonId: lessonRef(),
    courseId: courseRef(),
    level: smallint('level').notNull(),
    clientAt: time('client_at').notNull(),
    created: time('created').notNull(),
    modified: time('modified').notNull(),
  },
  (table) => [
    unique('checks_user_lesson').on(table.userId, table.lessonId),
    index('checks_list').on(table.userId, table.modified.desc(), table.id.desc()).where(sql`level > 0`),
    index('checks_course').on(table.userId, table.courseId),
    index('checks_lesson_id').on(table.lessonId),
  ],
);

/** Watch history, one row a lesson (merge rule: contracts/watchRule.ts). */
export const watchHistories = pgTable(
  'watch_histories',
  {
    id: rowId(),
    userId: userRef(),
    lessonId: lessonRef(),
    courseId: courseRef(),
    /** Seconds. */
    position: doublePrecision('position').notNull(),
    positionAt: time('position_at').notNull(),
    positionRestart: boolean('position_restart').notNull(),
    ranges: jsonb('ranges').$type<[number, number][]>().notNull(),
    rate: real('rate').notNull(),
    watchedRate: real('watched_rate').notNull(),
    isCompleted: boolean('is_completed').notNull(),
    /** When it was first seen to its end; watching it again does not move it. */
    completedAt: time('completed_at'),
    deviceId: text('device_id'),
    /** When it was last watched, on any device; deleting the history does not move it. */
    watchedAt: time('watched_at').notNull(),
    rev: integer('rev').notNull(),
    /** When the learner deleted the history; reports from before that time are dropped. */
    clearedAt: time('cleared_at'),
  },
  (table) => [
    unique('watch_histories_user_lesson').on(table.userId, table.lessonId),
    index('watch_histories_list').on(table.userId, table.watchedAt.desc(), table.id.desc()),
    index('watch_histories_course').on(table.userId, table.courseId),
    index('watch_histories_lesson_id').on(table.lessonId),
  ],
);

/** Study time of a day in Japan, for the week and the streak. */
export const studyDays = pgTable(
  'study_days',
  {
    userId: userRef(),
    day: date('day', { mode: 'string' }).notNull(),
    seconds: doublePrecision('seconds').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

/** The one device that is playing a lesson of this user (product.md 3.9.6). */
export const playbackSessions = pgTable('playback_sessions', {
  userId: userRef().primaryKey(),
  id: uuid('id').notNull(),
  lessonId: lessonRef(),
  deviceId: text('device_id').notNull(),
  started: time('started').notNull(),
  lastSeen: time('last_seen').notNull(),
});

/** Notes. The id is a UUID from the device and unique within the user, so nobody can probe for others' notes. */
export const notes = pgTable(
  'notes',
  {
    userId: userRef(),
    id: uuid('id').notNull(),
    lessonId: lessonRef(),
    courseId: courseRef(),
    sec: doublePrecision('sec').notNull(),
    body: text('body').notNull(),
    rev: integer('rev').notNull(),
    created: time('created').notNull(),
    modified: time('modified').notNull(),
    deletedAt: time('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('notes_list').on(table.userId, table.modified.desc()).where(sql`deleted_at is null`),
    index('notes_lesson').on(table.userId, table.lessonId),
    index('notes_course').on(table.userId, table.courseId),
    index('notes_lesson_id').on(table.lessonId),
  ],
);
