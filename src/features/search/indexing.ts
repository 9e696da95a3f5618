import { courseSchema } from '#contracts/course.ts';
import { readValue } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { holdLock } from '#shared/lib/storage/webLock.ts';
import { type Cue, captionRow, courseRow, courseSource } from './rows.ts';

/** Captions of a lesson that is kept on the device; `source` identifies their content. */
export type KeptCaptions = {
  lesson: { id: string; name: string; course: string };
  source: string;
  read: () => Promise<Cue[]>;
};

/** How long to wait for another tab, ms. After that the tab is frozen or idle; making a row twice does no harm. */
const patienceMs = 5000;
/** How many courses are read and folded at a time; between two chunks the page can react. */
const chunk = 20;

/**
 * Updates the search index to match the device: titles of courses from their stored copies, captions from `captions`.
 * Only changed rows are made anew; their keys alone show this. One tab works at a time. `pause` is awaited between the
 * steps.
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

/** What a screen needs to show the index. `show` reads the index and the data belonging to it. */
export type Showing = {
  captions: (db: UserDb) => Promise<KeptCaptions[]>;
  show: () => Promise<void>;
  pause: () => Promise<void>;
};

/**
 * Shows the index, updates it, and shows it again if it has changed in the meantime. The change may also come from the
 * background work or from another tab, for which this tab only waited. Otherwise a lesson that was kept a moment ago
 * would not be found.
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
      // A busy machine may once exceed the time limit; a file that is really unreadable also fails the second time.
      const cues = await read().catch(read);
      await db.search.put(captionRow(lesson, source, cues));
    } catch (error) {
      console.warn(`search: captions of lesson ${lesson.id} cannot be read`, error);
    }
  }
}
