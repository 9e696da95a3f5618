import { liveQuery } from 'dexie';
import { type Course, courseSchema } from '#contracts/course.ts';
import type { OfflineManifest, Rendition } from '#contracts/offline.ts';
import { watchSchema } from '#contracts/study.ts';
import { readLine, watchLine } from '#features/download/learnerLine.ts';
import { readValue } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { holdLock } from '#shared/lib/storage/webLock.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { keepLessons, removeDownloads } from './actions.ts';
import { getManifest } from './api.ts';
import { mayKeepByItself, type NextCourse, type NextSituation, nextLessons, planNext } from './keepNext.ts';
import { isWifiAsked, type NextChoice, readChoices } from './keepNextChoices.ts';
import { readCap } from './local.ts';
import { filesOf, keptRendition } from './model.ts';

/** How long the last watched lesson may still be on screen, ms. */
const inUseForMs = 30 * 60_000;
/** Several changes within this time lead to one update, ms. */
const settleMs = 1500;

type Seen = { isDone: boolean; seenAt: number };

/**
 * Updates the device to the learner's choices, one tab at a time. Nothing is fetched unless the line may be used;
 * `isAsked`: the learner has just tapped, which counts as permission.
 */
export async function keepNextNow(db: UserDb, isAsked = false): Promise<void> {
  await holdLock(`keep-next:${db.name}`, async () => {
    const choices = await readChoices(db);
    if (choices.length === 0 || connectivity.get().state !== 'online') return;
    const mayFetch = isAsked || ((await isWifiAsked(db)) && (await lineAllows(db)) === 'yes');
    const seen = await readSeen(db);
    const courses = await readCourses(db, choices, seen);
    const manifests = mayFetch ? await readManifests(db, courses) : new Map<string, OfflineManifest>();
    const plan = planNext(await situation(db, courses, manifests, choices, seen));
    if (plan.remove.length > 0) await removeDownloads(plan.remove, { isAuto: true });
    for (const { inventory, lessons } of plan.add) {
      const rendition = choices.find((choice) => choice.inventory === inventory)?.rendition ?? 'video';
      await keepLessons({ inventory, lessons, rendition }, manifests.get(inventory), { isAuto: true });
    }
  });
}

/** Whether the learner's switch allows the current line. */
async function lineAllows(db: UserDb): Promise<ReturnType<typeof mayKeepByItself>> {
  const { line, wifiOnly } = await readLine(db);
  return mayKeepByItself(line, wifiOnly);
}

/** Updates again whenever choices, watched lessons, the connection or the line change. Returns how to stop. */
export function keepNextBehind(db: UserDb): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      keepNextNow(db).catch((error: unknown) => console.warn('downloads: next lessons not kept', error));
    }, settleMs);
  };
  const changes = liveQuery(async () => [
    await readChoices(db),
    await isWifiAsked(db),
    await stateOfStudy(db),
  ]).subscribe({
    next: soon,
    error: (error: unknown) => console.warn('downloads: next lessons not watched', error),
  });
  const stops = [connectivity.subscribe(soon), watchLine(db, soon), () => changes.unsubscribe()];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

/** The data an update depends on: which lessons are done, which one was opened last, and the newest course data. */
async function stateOfStudy(db: UserDb): Promise<unknown> {
  if ((await readChoices(db)).length === 0) return null;
  const seen = await readSeen(db);
  const lessons = [...seen].map(([id, { isDone }]) => ({ id, isDone }));
  const newest = await db.courses.orderBy('saved_at').reverse().limit(1).keys();
  return [lessons, latest(lessons, seen).id, newest];
}

async function readSeen(db: UserDb): Promise<Map<string, Seen>> {
  const rows = await db.watches.toArray();
  return new Map(
    rows.map((row) => [
      row.lesson,
      {
        isDone: readValue(row, watchSchema)?.is_completed ?? false,
        seenAt: parseTime(row.seen_at) ?? 0,
      },
    ]),
  );
}

type OpenCourse = Omit<NextCourse, 'lessons'> & {
  lessons: { id: string; isDone: boolean }[];
  seenAt: number;
};

/** The chosen courses on the device, the last watched one first. */
async function readCourses(
  db: UserDb,
  choices: readonly NextChoice[],
  seen: ReadonlyMap<string, Seen>,
): Promise<OpenCourse[]> {
  const rows = await db.courses.bulkGet(choices.map(({ course }) => course));
  const courses = choices.flatMap(({ inventory, count, skipped = [] }, index) => {
    const course = readValue(rows[index], courseSchema);
    if (!course) return [];
    const lessons = inOrder(course).map(({ id, is_completed }) => ({
      id,
      isDone: is_completed || (seen.get(id)?.isDone ?? false),
    }));
    const last = latest(lessons, seen);
    return [{ inventory, count, skipped, lastSeen: last.id, seenAt: last.at, lessons }];
  });
  return courses.sort((one, other) => other.seenAt - one.seenAt);
}

function inOrder({ course_chapter }: Course) {
  const sorted = <Item extends { order: number }>(items: readonly Item[]) =>
    [...items].sort((one, other) => one.order - other.order);
  return sorted(course_chapter).flatMap((chapter) =>
    sorted(chapter.chapter_unit).flatMap((unit) => sorted(unit.unit_lesson)),
  );
}

function latest(lessons: readonly { id: string }[], seen: ReadonlyMap<string, Seen>) {
  let last: { id: string | null; at: number } = { id: null, at: 0 };
  for (const { id } of lessons) {
    const at = seen.get(id)?.seenAt ?? 0;
    if (at > last.at) last = { id, at };
  }
  return last;
}

/** Manifests, only of the courses in which a lesson is missing. */
async function readManifests(
  db: UserDb,
  courses: readonly OpenCourse[],
): Promise<Map<string, OfflineManifest>> {
  const kept = new Set((await db.downloads.toArray()).map(({ lesson }) => lesson));
  const manifests = new Map<string, OfflineManifest>();
  for (const course of courses) {
    const open = { ...course, lessons: course.lessons.map((lesson) => ({ ...lesson, files: null })) };
    if (nextLessons(open).every((id) => kept.has(id))) continue;
    manifests.set(course.inventory, await getManifest(course.inventory));
  }
  return manifests;
}

async function situation(
  db: UserDb,
  courses: readonly OpenCourse[],
  manifests: ReadonlyMap<string, OfflineManifest>,
  choices: readonly NextChoice[],
  seen: ReadonlyMap<string, Seen>,
): Promise<NextSituation> {
  const [rows, files, cap] = await Promise.all([
    db.downloads.toArray(),
    db.downloadFiles.toArray(),
    readCap(db),
  ]);
  const needed = new Set(rows.flatMap((row) => row.files));
  const last = latest(
    [...seen.keys()].map((id) => ({ id })),
    seen,
  );
  return {
    courses: courses.map((course) => {
      const choice = choices.find(({ inventory }) => inventory === course.inventory);
      const sizes = sizesOf(manifests.get(course.inventory), choice?.rendition ?? 'video');
      return {
        ...course,
        lessons: course.lessons.map((lesson) => ({ ...lesson, files: sizes.get(lesson.id) ?? null })),
      };
    }),
    kept: rows.map(({ key, lesson, inventory, auto, files: ids }) => ({
      key,
      lesson,
      inventory,
      isAuto: auto === true,
      files: ids,
    })),
    // A file in progress counts with its full size.
    here: new Map(files.filter(({ id }) => needed.has(id)).map(({ id, size }) => [id, size])),
    cap,
    inUse: new Set(last.id !== null && last.at >= serverNow() - inUseForMs ? [last.id] : []),
  };
}

function sizesOf(manifest: OfflineManifest | undefined, wanted: Rendition) {
  const sizes = new Map(manifest?.files.map(({ id, size }) => [id, size]));
  return new Map(
    manifest?.lessons.map((lesson) => [
      lesson.id,
      filesOf(lesson, keptRendition(lesson, wanted)).map((id) => ({ id, size: sizes.get(id) ?? 0 })),
    ]),
  );
}
