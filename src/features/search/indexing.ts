import { courseSchema } from '#contracts/course.ts';
import { readValue } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { holdLock } from '#shared/lib/storage/webLock.ts';
import { type Cue, captionRow, courseRow, courseSource } from './rows.ts';

/** Captions of a lesson that is kept on the device; `source` names their content. */
export type KeptCaptions = {
  lesson: { id: string; name: string; course: string };
  source: string;
  read: () => Promise<Cue[]>;
};

/** Another tab that holds the work up longer than this is frozen or idle: making a row twice does no harm, ms. */
const patienceMs = 5000;
/** So many courses are read and folded at a time; the page has room to breathe between. */
const chunk = 20;

/**
 * Brings the index in line with what is on the device: titles of courses from their stored copies, captions from
 * `captions`. Only what changed is made anew, decided by keys alone; one tab at a time. `pause` is awaited between
 * the steps.
 *
 * @returns whether anything changed.
 */
export function updateIndex(
  db: UserDb,
  captions: readonly KeptCaptions[],
  pause: () => Promise<void>,
): Promise<boolean> {
  const work = async () => {
    const known = await sourcesOf(db);
    const wanted = await wantedSources(db, captions);
    const gone = [...known.keys()].filter((key) => !wanted.has(key));
    const stale = [...wanted].flatMap(([key, source]) => (known.get(key) === source ? [] : [key]));
    if (gone.length > 0) await db.search.bulkDelete(gone);
    await indexCourses(db, new Set(stale), pause);
    await indexCaptions(db, captions, new Set(stale), pause);
    return gone.length + stale.length > 0;
  };
  return holdLock(`search:${db.name}`, work, patienceMs);
}

/** What a screen shows the index with. `show` reads the index and what belongs to it. */
export type Showing = {
  captions: (db: UserDb) => Promise<KeptCaptions[]>;
  show: () => Promise<void>;
  pause: () => Promise<void>;
};

/**
 * Shows what is in the index, brings it up to date, and shows it again when it has changed meanwhile: also by the work
 * behind the screens or by another tab, which this one has only waited for. A lesson that was kept a moment ago would
 * not be found else.
 */
export async function showWhileIndexing(db: UserDb, { captions, show, pause }: Showing): Promise<void> {
  const state = async () => JSON.stringify([...(await sourcesOf(db))]);
  const before = await state();
  await show();
  await updateIndex(db, await captions(db), pause);
  if ((await state()) !== before) await show();
}

async function sourcesOf(db: UserDb): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  await db.search
    .orderBy('source')
    .eachKey((source, { primaryKey }) => known.set(primaryKey, String(source)));
  return known;
}

async function wantedSources(db: UserDb, captions: readonly KeptCaptions[]): Promise<Map<string, string>> {
  const wanted = new Map<string, string>();
  await db.courses
    .orderBy('saved_at')
    .eachKey((savedAt, { primaryKey }) => wanted.set(`course:${primaryKey}`, courseSource(Number(savedAt))));
  for (const { lesson, source } of captions) wanted.set(`caption:${lesson.id}`, source);
  return wanted;
}

async function indexCourses(
  db: UserDb,
  stale: ReadonlySet<string>,
  pause: () => Promise<void>,
): Promise<void> {
  const ids = [...stale].flatMap((key) => (key.startsWith('course:') ? [key.slice('course:'.length)] : []));
  for (let at = 0; at < ids.length; at += chunk) {
    await pause();
    const rows = await db.courses.bulkGet(ids.slice(at, at + chunk));
    const made = rows.flatMap((row) => {
      const course = readValue(row, courseSchema);
      return row && course ? [courseRow(course, row.saved_at)] : [];
    });
    await db.search.bulkPut(made);
  }
}

async function indexCaptions(
  db: UserDb,
  captions: readonly KeptCaptions[],
  stale: ReadonlySet<string>,
  pause: () => Promise<void>,
): Promise<void> {
  for (const { lesson, source, read } of captions) {
    if (!stale.has(`caption:${lesson.id}`)) continue;
    await pause();
    try {
      // A busy machine may have taken too long for once; what cannot be read is not read the second time either.
      const cues = await read().catch(read);
      await db.search.put(captionRow(lesson, source, cues));
    } catch (error) {
      console.warn(`search: captions of lesson ${lesson.id} cannot be read`, error);
    }
  }
}
