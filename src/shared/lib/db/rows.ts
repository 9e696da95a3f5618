import type * as z from 'zod/mini';
import type { Course } from '#contracts/course.ts';
import type { Inventory } from '#contracts/inventory.ts';
import type { Lesson, TextbookBundle, WhiteboardBundle } from '#contracts/lesson.ts';
import type { Bookmark, Check, Favorite } from '#contracts/marks.ts';
import type { Note, Notice, Watch } from '#contracts/study.ts';

/**
 * Version of the contracts that the values of rows were parsed with. Raise it when a contract changes so that an old
 * value no longer fits its type: rows with another version are parsed again when they are read (offline.md 5.4).
 */
export const rowVersion = 2;

/** Common fields of every row with a server answer. `saved_at`: epoch ms of the answer it came with. */
export type Stored<Value> = { v: number; saved_at: number; value: Value };

/** A purchased course without its table of contents, which lives once in `courses`. */
export type InventoryRow = Stored<Inventory> & { id: string; course: string };
/** A course with its table of contents. */
export type CourseRow = Stored<Course> & { id: string };
/** One row per course: a learner has at most one bookmark on it. The table of contents is left out. */
export type BookmarkRow = Stored<Bookmark> & { course: string };
/** One row per lesson. `course` is empty if the server does not name it. */
export type FavoriteRow = Stored<Favorite> & { lesson: string; course: string };
export type CheckRow = Stored<Check> & { lesson: string; course: string };
export type NoteRow = Stored<Note> & { id: string; lesson: string; course: string };
/** `seen_at`: ISO time when it was last watched, for the order of "recently seen". */
export type WatchRow = Stored<Watch> & { lesson: string; course: string; seen_at: string };
export type LessonRow = Stored<Lesson> & { id: string; course: string };
/** Key: `textbook:<id>` or `whiteboard:<id>`. */
export type BundleRow = Stored<TextbookBundle | WhiteboardBundle> & { key: string };
export type NoticeRow = Stored<Notice> & { id: string };
/** One answer that is not a list: the dashboard and the like. Readers parse `value` with their own schema. */
export type SingleRow = Stored<unknown> & { key: string };

/**
 * One page of a list as the server sent it. The entries are rows of their own table; this row has their order and the
 * envelope. `next` and `previous` are stored as queries, never as addresses (session.md 13.2).
 */
export type PageRow = {
  /** Path and query, see `pageKey`. */
  key: string;
  /** Name of the list the page belongs to, for example `bookmark`. */
  list: string;
  ids: string[];
  count: number;
  /** Only the inventory list has it. */
  complete_count: number | null;
  next: string | null;
  previous: string | null;
  /** Epoch ms. */
  saved_at: number;
};

/**
 * Index rows for search: one with the titles of a course, one with the captions of a lesson. The lines of `texts`,
 * `folded` and `refs` correspond. Each is one string, because thousands of lines are read at once.
 */
export type SearchRow = {
  /** `course:<id>` or `caption:<lesson>`. */
  key: string;
  course: string;
  /** Name of the course, or of the lesson. */
  name: string;
  /** Identifies the content the row was made from; if it differs, the row is rebuilt. */
  source: string;
  texts: string;
  /** The same lines as search compares them, see fold.ts. */
  folded: string;
  /** What each line is: `course`, `chapter:<its first lesson>`, `lesson:<id>`, or the second of a caption. */
  refs: string;
};

/** Settings and marks of the database itself. */
export type MetaRow = { key: string; value: unknown };

/**
 * The value of a row. It is parsed again if it was stored under other contracts; `undefined` if it can no longer be
 * read (the row then counts as not stored).
 */
export function readValue<Schema extends z.ZodMiniType>(
  row: Stored<unknown> | undefined,
  schema: Schema,
): z.output<Schema> | undefined {
  if (!row) return undefined;
  if (row.v === rowVersion) return row.value as z.output<Schema>;
  const read = schema.safeParse(row.value);
  return read.success ? read.data : undefined;
}

/**
 * The value of a row, for first screens, which have no schemas. A row stored under other contracts counts as missing
 * until `reparse` has updated it; that runs after the first screen.
 */
export function readRow<Value>(row: Stored<Value> | undefined): Value | undefined {
  return row?.v === rowVersion ? row.value : undefined;
}

/** The common fields of every stored answer. `savedAt`: epoch ms. */
export function stored<Value>(value: Value, savedAt: number): Stored<Value> {
  return { v: rowVersion, saved_at: savedAt, value };
}
