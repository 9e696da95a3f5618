import { type Check, checkSchema } from '#contracts/marks.ts';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import { type CheckRow, readValue, stored } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { noteRemovals, removedSince } from '#shared/lib/mirror/removals.ts';
import { isOlder, type SyncTimes } from '#shared/lib/mirror/sync.ts';
import { enqueue } from '#shared/lib/outbox/enqueue.ts';
import { intentTime } from '#shared/lib/time/intentTime.ts';
import {
  type CheckLesson,
  type CheckLevel,
  type CheckLevels,
  checkEntity,
  checkKind,
  checkPath,
  overlayChecks,
  pendingChecks,
} from './model.ts';

/** The checks of a list that are newer than those on this device. */
async function newsAmong(db: UserDb, checks: Check[], startedAt: number): Promise<Check[]> {
  const isRemoved = await removedSince(db, 'checks', startedAt);
  const rows = await db.checks.bulkGet(checks.map((check) => check.lesson));
  return checks.filter((check, place) => !isRemoved(check.lesson) && isOlder(rows[place], startedAt));
}

/** Stores checks from a list that may contain only some of them. */
export async function saveSomeChecks(
  db: UserDb,
  checks: Check[],
  { startedAt, savedAt }: SyncTimes,
): Promise<void> {
  await db.transaction('rw', db.checks, db.meta, async () => {
    const news = await newsAmong(db, checks, startedAt);
    await db.checks.bulkPut(news.map((check) => checkRow(check, savedAt)));
  });
}

/** Stores all checks of a course and deletes those that no longer exist, in one transaction. */
export async function saveChecksOfCourse(
  db: UserDb,
  courseId: string,
  checks: Check[],
  { startedAt, savedAt }: SyncTimes,
): Promise<void> {
  await db.transaction('rw', db.checks, db.meta, async () => {
    const listed = new Set(checks.map((check) => check.lesson));
    const old = await db.checks.where('course').equals(courseId).toArray();
    const gone = old.filter((row) => !listed.has(row.lesson) && isOlder(row, startedAt));
    await db.checks.bulkDelete(gone.map((row) => row.lesson));
    const news = await newsAmong(db, checks, startedAt);
    await db.checks.bulkPut(news.map((check) => checkRow(check, savedAt, courseId)));
  });
}

/** Levels of the lessons of a course, including the learner's waiting changes. */
export async function readChecks(db: UserDb, courseId: string): Promise<CheckLevels> {
  const rows = await db.checks.where('course').equals(courseId).toArray();
  const known = rows.flatMap((row) => readValue(row, checkSchema) ?? []);
  const pending = pendingChecks(await db.outbox.where('kind').equals(checkKind).sortBy('seq'));
  const levels = new Map(known.map((check) => [check.lesson, check.level]));
  return overlayChecks(
    levels,
    pending.filter((change) => change.course === courseId),
  );
}

/** Puts the learner's mark into the queue, from where the screen shows it. */
export async function putCheckIntent(db: UserDb, lesson: CheckLesson, level: CheckLevel): Promise<void> {
  const known = (await db.checks.get(lesson.id))?.value.level ?? 0;
  await enqueue(db, {
    kind: checkKind,
    entity: checkEntity(lesson.id),
    method: 'POST',
    path: checkPath,
    body: { lesson: lesson.id, level, client_at: intentTime() },
    label: lesson.name,
    view: lesson,
    isServerState: known === level,
  });
}

/** Stores the server's answer to a mark. */
export async function saveCheckAnswer(
  db: UserDb,
  row: OutboxRow,
  answer: unknown,
  savedAt: number,
): Promise<void> {
  const [change] = pendingChecks([row]);
  if (!change) return;
  const read = checkSchema.safeParse(answer);
  const check = read.success ? read.data : { id: '', course: null, level: change.level, modified: null };
  if (check.level === 0) {
    await db.checks.delete(change.lessonId);
    await noteRemovals(db, 'checks', [change.lessonId], savedAt);
  } else await db.checks.put(checkRow({ ...check, lesson: change.lessonId }, savedAt, change.course));
}

function checkRow(check: Check, savedAt: number, courseId = ''): CheckRow {
  return { ...stored(check, savedAt), lesson: check.lesson, course: courseId || (check.course ?? '') };
}
