import { type Watch, type WatchInput, watchAnswerSchema, watchSchema } from '#contracts/study.ts';
import { joinWatches } from '#contracts/watchRule.ts';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import { readValue, stored, type WatchRow } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { removedSince } from '#shared/lib/mirror/removals.ts';
import { isOlder, type SyncTimes } from '#shared/lib/mirror/sync.ts';
import { type Combine, lastIntent } from '#shared/lib/outbox/coalesce.ts';
import { enqueue } from '#shared/lib/outbox/enqueue.ts';
import { watchPathOf } from './api.ts';
import type { KnownPosition } from './model.ts';
import {
  fieldsOf,
  type Progress,
  reportOf,
  stateOf,
  type WatchedLesson,
  watchAfter,
  watchEntity,
  watchKind,
} from './progress.ts';

/** What was watched of a lesson, for the table of contents and for choosing which lesson to open. */
export type SeenLesson = Pick<Watch, 'watched_rate' | 'is_completed'> & { seenAt: string };

/**
 * Positions below this may only be the start of the player and not the learner's choice, seconds (product.md 3.9.6).
 */
const startSec = 5;

/** The watch history of the lessons of a course, by lesson id. */
export async function readCourseWatches(db: UserDb, courseId: string): Promise<Map<string, SeenLesson>> {
  const rows = await db.watches.where('course').equals(courseId).toArray();
  return new Map(
    rows.flatMap((row) => {
      const watch = readValue(row, watchSchema);
      if (!watch) return [];
      const { watched_rate, is_completed } = watch;
      return [[row.lesson, { watched_rate, is_completed, seenAt: row.seen_at }]];
    }),
  );
}

/** Where this device stopped in a lesson, the newest position of any device, and the parts that were watched. */
export async function readPlaces(
  db: UserDb,
  lessonId: string,
): Promise<{ here: KnownPosition | null; known: KnownPosition | null; watch: Watch | undefined }> {
  const [own, row] = await Promise.all([db.singles.get(hereKey(lessonId)), db.watches.get(lessonId)]);
  const watch = readValue(row, watchSchema);
  const known = watch?.client_at ? { position: watch.position, client_at: watch.client_at } : null;
  // A lesson that was removed from the history has no position any more.
  const here = row && own ? (own.value as KnownPosition) : null;
  return { here, known, watch };
}

/**
 * Stores what was watched on this device; with `isSent`, the same transaction adds the outbox entry for the server.
 * Returns the history of the lesson as it is now.
 */
export async function saveProgress(
  db: UserDb,
  lesson: WatchedLesson,
  progress: Progress,
  { deviceId, isSent }: { deviceId: string; isSent: boolean },
): Promise<Watch> {
  return db.transaction('rw', db.watches, db.singles, db.outbox, async () => {
    const row = await db.watches.get(lesson.id);
    const watch = watchAfter(readValue(row, watchSchema), lesson, progress);
    const report = reportOf(watch, progress, deviceId);
    await db.watches.put(watchRow(watch, row?.saved_at ?? 0, lesson.course.id, report.client_at));
    if (progress.position >= startSec || progress.isRestart) {
      const here: KnownPosition = { position: report.position, client_at: report.client_at };
      await db.singles.put({ ...stored(here, progress.at), key: hereKey(lesson.id) });
    }
    if (isSent) await enqueue(db, entryOf(lesson, report), latestReport);
    return watch;
  });
}

/**
 * A newer report replaces a waiting one. If the waiting one says that the learner started again, the newer one keeps
 * saying so.
 */
const latestReport: Combine = (pending, next) => {
  const { add, ...rest } = lastIntent(pending, next);
  const isRestart = pending.some((row) => (row.body as WatchInput).restart === true);
  return {
    ...rest,
    add: add && isRestart ? { ...add, body: { ...(add.body as WatchInput), restart: true } } : add,
  };
};

function entryOf(lesson: WatchedLesson, report: WatchInput) {
  return {
    kind: watchKind,
    entity: watchEntity(lesson.id),
    method: 'PUT' as const,
    path: watchPathOf(lesson.id),
    body: report,
    label: lesson.name,
    base_rev: report.rev,
    view: { course: lesson.course.id },
  };
}

/**
 * Stores the watch history of a course as the server has it. Reports that the server does not have yet are merged into
 * it. Lessons that the server no longer lists were removed from the history.
 */
export async function saveCourseWatches(
  db: UserDb,
  courseId: string,
  watches: Watch[],
  { startedAt, savedAt }: SyncTimes,
): Promise<void> {
  await db.transaction('rw', db.watches, db.singles, db.outbox, db.meta, async () => {
    const isRemoved = await removedSince(db, 'watches', startedAt);
    const unsent = await db.outbox.where('kind').equals(watchKind).toArray();
    const waiting = new Map(unsent.map((row) => [row.entity, (row.body as WatchInput).restart === true]));
    const listed = new Set(watches.map((watch) => watch.lesson));
    const old = await db.watches.where('course').equals(courseId).toArray();
    const rows = new Map(old.map((row) => [row.lesson, row]));
    const isSettled = (row: WatchRow) => isOlder(row, startedAt) && !waiting.has(watchEntity(row.lesson));
    const gone = old.filter((row) => !listed.has(row.lesson) && isSettled(row) && row.saved_at > 0);
    await db.watches.bulkDelete(gone.map((row) => row.lesson));
    await db.singles.bulkDelete(gone.map((row) => hereKey(row.lesson)));
    const news = watches.filter(({ lesson }) => rows.has(lesson) || !isRemoved(lesson));
    await db.watches.bulkPut(
      news.map((watch) => {
        const row = rows.get(watch.lesson);
        const mine = row && !isSettled(row) ? readValue(row, watchSchema) : undefined;
        const isRestart = waiting.get(watchEntity(watch.lesson)) ?? false;
        const joined = mine ? together(mine, watch, isRestart) : watch;
        return watchRow(joined, savedAt, courseId, laterSeen(row, watch));
      }),
    );
  });
}

/** Stores the server's answer to a report. @returns whether it says that another device has taken over. */
export async function saveWatchAnswer(
  db: UserDb,
  entry: OutboxRow,
  answer: unknown,
  savedAt: number,
): Promise<boolean> {
  const read = watchAnswerSchema.safeParse(answer);
  if (!read.success) return false;
  const { playing_elsewhere, ...watch } = read.data;
  const row = await db.watches.get(watch.lesson);
  const mine = readValue(row, watchSchema);
  const course = (entry.view as { course: string }).course;
  const isRestart = (entry.body as WatchInput).restart === true;
  const joined = mine ? together(mine, watch, isRestart) : watch;
  await db.watches.put(watchRow(joined, savedAt, course, laterSeen(row, watch)));
  return playing_elsewhere;
}

/** Merges two views of the history of one lesson. The revision is the server's. */
function together(mine: Watch, theirs: Watch, isRestart: boolean): Watch {
  const state = joinWatches(stateOf(mine, isRestart), stateOf(theirs), theirs.duration);
  return {
    ...theirs,
    ...fieldsOf(state),
    watched_rate: Math.max(mine.watched_rate, theirs.watched_rate),
  };
}

function laterSeen(row: WatchRow | undefined, watch: Watch): string {
  const theirs = watch.client_at ?? '';
  return row && Date.parse(row.seen_at) > (Date.parse(theirs) || 0) ? row.seen_at : theirs;
}

function watchRow(watch: Watch, savedAt: number, course: string, seenAt: string): WatchRow {
  return { ...stored(watch, savedAt), lesson: watch.lesson, course, seen_at: seenAt };
}

function hereKey(lessonId: string): string {
  return `watch-here:${lessonId}`;
}
