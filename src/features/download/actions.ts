import type { OfflineManifest, Rendition } from '#contracts/offline.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { deviceId } from '#shared/lib/storage/deviceId.ts';
import { holdLock } from '#shared/lib/storage/webLock.ts';
import { deleteLicense, getManifest } from './api.ts';
import { dropEverything, dropFiles } from './chunkStore.ts';
import { endNext, skipLessons } from './keepNextChoices.ts';
import { deleteRows, queueLessons, tellRows } from './local.ts';

/** What a learner chooses to keep. `lessons` null: the whole course. */
export type Choice = { inventory: string; lessons: readonly string[] | null; rendition: Rendition };

/** The tab that deletes may be frozen; longer than this nobody waits for it, ms. */
const deletingPatienceMs = 10_000;

/**
 * Runs what adds or deletes whole lessons, one at a time over all tabs: rows go before their bytes, and a lesson kept
 * anew in between would lose the pieces it has just got.
 */
function inTurn<T>(db: UserDb, work: () => Promise<T>): Promise<T> {
  return holdLock(`kept-lessons:${db.name}`, work, deletingPatienceMs);
}

/**
 * Keeps lessons on the device: a lesson, a chapter or, with `lessons` null, the whole course. They are queued; the
 * downloader of any tab begins at once. Answers their keys. `manifest`: when the caller has just read it. `isAuto`: the
 * rule of the next lessons keeps them, see keepNext.ts; what the learner has chosen stays the learner's.
 *
 * @throws what a call throws; nothing is queued then.
 */
export async function keepLessons(
  choice: Choice,
  manifest?: OfflineManifest,
  { isAuto = false }: { isAuto?: boolean } = {},
): Promise<string[]> {
  const known = manifest ?? (await getManifest(choice.inventory));
  const db = currentDb();
  return inTurn(db, () => queueLessons(db, known, choice.lessons, choice.rendition, isAuto));
}

/** Stops downloads until the learner resumes them; requests under way end at once, stored pieces stay. */
export async function pauseDownloads(keys: readonly string[]): Promise<void> {
  await tellRows(currentDb(), keys, { type: 'pause', reason: 'user' });
}

/** Takes paused downloads up again where they stopped. `anyLine`: also without Wi-Fi, this once. */
export async function resumeDownloads(
  keys: readonly string[],
  { anyLine = false }: { anyLine?: boolean } = {},
): Promise<void> {
  await tellRows(currentDb(), keys, { type: 'resume' }, anyLine ? { any_line: true } : {});
}

/** Fetches the missing pieces of broken downloads, and only those. */
export async function repairDownloads(keys: readonly string[]): Promise<void> {
  await tellRows(currentDb(), keys, { type: 'resume' }, { error: null });
}

/**
 * Cancels or deletes downloads with their bytes; what other lessons share stays. They do not come back by themselves,
 * unless the rule of the next lessons deletes them (`isAuto`).
 */
export async function removeDownloads(
  keys: readonly string[],
  { isAuto = false }: { isAuto?: boolean } = {},
): Promise<void> {
  const db = currentDb();
  if (!isAuto) await skipLessons(db, await lessonsOf(db, keys));
  await inTurn(db, async () => dropFiles(db, await deleteRows(db, keys)));
}

async function lessonsOf(db: UserDb, keys: readonly string[]): Promise<string[]> {
  const rows = await db.downloads.bulkGet([...keys]);
  return rows.flatMap((row) => (row ? [row.lesson] : []));
}

/** Deletes every download of the learner, keeps no next ones any more, and gives the licence of this device back, if the server can be reached. */
export async function removeAllDownloads(): Promise<void> {
  const db = currentDb();
  await endNext(db, null);
  await inTurn(db, () => clearDownloads(db));
  await deviceId()
    .then(deleteLicense)
    .catch((error: unknown) => console.warn('downloads: licence not given back', error));
}

async function clearDownloads(db: UserDb): Promise<void> {
  await db.transaction('rw', db.downloads, db.downloadFiles, async () => {
    await db.downloads.clear();
    await db.downloadFiles.clear();
  });
  await dropEverything(db);
}
