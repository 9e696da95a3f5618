/**
 * What there is to learn: written by the content import only (server/content), read by everybody.
 *
 * `key` is the stable name from the content pack: importing again finds the row by it, so ids never change.
 * Paths of media are relative to the media store (server/media).
 */
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const rowId = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
const ref = (name: string, column: () => AnyPgColumn) =>
  integer(name).references(column, { onDelete: 'cascade' });

/** Whose work a pack uses and under which licence. */
export type Credit = {
  name: string;
  license: string;
  by?: string | undefined;
  license_url?: string | undefined;
  url?: string | undefined;
  used_for?: string | undefined;
};

/** Imported content packs. `fingerprint` tells whether a folder has changed since. */
export const packs = pgTable('packs', {
  key: text('key').primaryKey(),
  name: text('name').notNull(),
  license: text('license').notNull(),
  credits: jsonb('credits').$type<Credit[]>().notNull(),
  fingerprint: text('fingerprint').notNull(),
  imported: time('imported').notNull(),
});

const packKey = () =>
  text('pack')
    .notNull()
    .references(() => packs.key);

/** Teachers (product.md 2.1). */
export const teachers = pgTable(
  'teachers',
  {
    id: rowId(),
    key: text('key').notNull().unique(),
    pack: packKey(),
    name: text('name').notNull(),
    kana: text('kana').notNull(),
    subjects: jsonb('subjects').$type<string[]>().notNull(),
    catchCopy: text('catch_copy').notNull(),
    career: text('career').notNull(),
    message: text('message').notNull(),
    photo: text('photo'),
  },
  (table) => [index('teachers_pack').on(table.pack)],
);

/** A page of a textbook as a picture that everybody may see; its size in pixels. */
export type TextbookSample = { page: number; path: string; width: number; height: number };

/**
 * Courses (specification.md 3, further fields product.md 2.1). A withdrawn course is off sale, and so is one after its
 * sale has ended; owners keep both.
 */
export const courses = pgTable(
  'courses',
  {
    id: rowId(),
    key: text('key').notNull().unique(),
    pack: packKey(),
    name: text('name').notNull(),
    category: text('category').notNull(),
    subjectId: text('subject_id').notNull(),
    subjectName: text('subject_name').notNull(),
    level: text('level').notNull(),
    grades: jsonb('grades').$type<string[]>().notNull(),
    summary: text('summary').notNull(),
    description: text('description').notNull(),
    orientation: text('orientation').notNull(),
    /** What a learner should know before. */
    prerequisites: jsonb('prerequisites').$type<string[]>().notNull().default([]),
    /** Yen, tax included. */
    price: integer('price').notNull(),
    listPrice: integer('list_price').notNull(),
    accessDays: integer('access_days').notNull(),
    /** Last moment at which it can be bought; `null`: sold without an end. */
    saleEndsAt: time('sale_ends_at'),
    sampleVideo: text('sample_video'),
    thumbnail: text('thumbnail'),
    textbookSamples: jsonb('textbook_samples').$type<TextbookSample[]>().notNull().default([]),
    /** Seconds of all lessons together. */
    durationSum: integer('duration_sum').notNull().default(0),
    lessonCount: integer('lesson_count').notNull().default(0),
    /** Place in the catalogue. */
    order: integer('order').notNull().default(0),
    created: time('created').notNull(),
    modified: time('modified').notNull(),
    withdrawn: time('withdrawn'),
  },
  (table) => [index('courses_pack').on(table.pack)],
);

/** Who teaches a course, in the order of the pack. */
export const courseTeachers = pgTable(
  'course_teachers',
  {
    courseId: ref('course_id', () => courses.id).notNull(),
    teacherId: ref('teacher_id', () => teachers.id).notNull(),
    order: integer('order').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.courseId, table.teacherId] }),
    index('course_teachers_teacher_id').on(table.teacherId),
  ],
);

export const chapters = pgTable(
  'chapters',
  {
    id: rowId(),
    key: text('key').notNull().unique(),
    courseId: ref('course_id', () => courses.id).notNull(),
    name: text('name').notNull(),
    order: integer('order').notNull(),
  },
  (table) => [index('chapters_course_id').on(table.courseId, table.order)],
);

export const units = pgTable(
  'units',
  {
    id: rowId(),
    key: text('key').notNull().unique(),
    chapterId: ref('chapter_id', () => chapters.id).notNull(),
    name: text('name').notNull(),
    order: integer('order').notNull(),
  },
  (table) => [index('units_chapter_id').on(table.chapterId, table.order)],
);

/**
 * Lessons (product.md 2.1). A lesson that vanished from the pack while learners have marks on it stays as `withdrawn`,
 * without a unit. Their notes and history still name it, but nobody can open it.
 */
export const lessons = pgTable(
  'lessons',
  {
    id: rowId(),
    key: text('key').notNull().unique(),
    courseId: ref('course_id', () => courses.id).notNull(),
    unitId: integer('unit_id').references(() => units.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    /** Place in the unit, from 1. */
    order: integer('order').notNull(),
    /** Place in the whole course, from 1; gives the previous and the next lesson. */
    sequence: integer('sequence').notNull(),
    goal: text('goal').notNull().default(''),
    /** Cleaned HTML with typeset formulas, made at import. */
    bodyHtml: text('body_html').notNull(),
    /** Seconds. */
    duration: integer('duration').notNull(),
    isFree: boolean('is_free').notNull().default(false),
    video: text('video'),
    audio: text('audio'),
    poster: text('poster'),
    textbookPageFrom: integer('textbook_page_from'),
    textbookPageTo: integer('textbook_page_to'),
    created: time('created').notNull(),
    modified: time('modified').notNull(),
    withdrawn: time('withdrawn'),
  },
  (table) => [
    index('lessons_course_id').on(table.courseId, table.sequence),
    index('lessons_unit_id').on(table.unitId, table.order),
  ],
);

/** Subtitles of a lesson's video, WebVTT. */
export const captions = pgTable(
  'captions',
  {
    id: rowId(),
    lessonId: ref('lesson_id', () => lessons.id).notNull(),
    lang: text('lang').notNull(),
    label: text('label').notNull(),
    path: text('path').notNull(),
  },
  (table) => [index('captions_lesson_id').on(table.lessonId)],
);

/** Whiteboard pictures of a course: bought, listed and kept on the device together. */
export const whiteboardBundles = pgTable('whiteboard_bundles', {
  id: rowId(),
  key: text('key').notNull().unique(),
  courseId: ref('course_id', () => courses.id)
    .notNull()
    .unique(),
  name: text('name').notNull(),
});

/** A board picture, and the second of the video from which it is shown. */
export const boards = pgTable(
  'boards',
  {
    id: rowId(),
    key: text('key').notNull().unique(),
    bundleId: ref('bundle_id', () => whiteboardBundles.id).notNull(),
    lessonId: ref('lesson_id', () => lessons.id).notNull(),
    startSec: real('start_sec').notNull(),
    path: text('path').notNull(),
    alt: text('alt').notNull(),
  },
  (table) => [
    index('boards_bundle_id').on(table.bundleId),
    index('boards_lesson_id').on(table.lessonId, table.startSec),
  ],
);

/** Textbook of a course. */
export const textbookBundles = pgTable('textbook_bundles', {
  id: rowId(),
  key: text('key').notNull().unique(),
  courseId: ref('course_id', () => courses.id)
    .notNull()
    .unique(),
  name: text('name').notNull(),
});

export const textbookFiles = pgTable(
  'textbook_files',
  {
    id: rowId(),
    key: text('key').notNull().unique(),
    bundleId: ref('bundle_id', () => textbookBundles.id).notNull(),
    name: text('name').notNull(),
    pages: integer('pages').notNull(),
    /** Bytes. */
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    path: text('path').notNull(),
  },
  (table) => [index('textbook_files_bundle_id').on(table.bundleId)],
);

/**
 * The version of the content: a random value. Triggers of the migration `content_version` make a new one whenever a row
 * changes in `courses`, `course_teachers`, `teachers`, `chapters`, `units`, `lessons`, `textbook_bundles` or
 * `whiteboard_bundles`, whoever changes it. In every process, what was read with one version may be used as long as
 * this is the version. It is random, so that a state that was rolled back or restored is never mistaken for another.
 * There is no unique key: two changes at the same time may each leave a row; then all rows together are the version.
 */
export const contentVersion = pgTable('content_version', { version: uuid('version').notNull() });
