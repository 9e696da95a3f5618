import type { OfflineManifest, Rendition } from '#contracts/offline.ts';
import { deviceId } from '#shared/lib/db/deviceId.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { holdLock } from '#shared/lib/storage/webLock.ts';
import { deleteLicense, getManifest } from './api.ts';
import { dropEverything, dropFiles } from './chunkStore.ts';
import { endNext, skipLessons } from './keepNextChoices.ts';
import { deleteRows, queueLessons, tellRows } from './local.ts';

/** What a learner wants to keep offline. `lessons` null: the whole course. */
export type Choice = { inventory: string; lessons: readonly string[] | null; rendition: Rendition };

/** Longest wait for another tab that is deleting, ms: it may be frozen. */
const deletingPatienceMs = 10_000;

/**
 * Runs adding and deleting of whole lessons one at a time over all tabs. Deleting removes the rows before their bytes;
 * a lesson added between these steps would lose its new pieces.
 */
function inTurn<T>(db: UserDb, work: () => Promise<T>): Promise<T> {
  return holdLock(`kept-lessons:${db.name}`, work, deletingPatienceMs);
}

/**
 * Keeps lessons on the device: a lesson, a chapter or, with `lessons` null, the whole course. They are queued, and the
 * downloader of any tab begins at once. Returns their keys. `manifest`: if the caller has just read it. `isAuto`: added
 * by the rule for the next lessons, see keepNext.ts; a lesson that the learner added stays the learner's.
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

/** Pauses downloads until the learner resumes them; running requests end at once, stored pieces stay. */
export async function pauseDownloads(keys: readonly string[]): Promise<void> {
  await tellRows(currentDb(), keys, { type: 'pause', reason: 'user' });
}

/** Resumes paused downloads where they stopped. `anyLine`: also without Wi-Fi, this once. */
export async function resumeDownloads(
  keys: readonly string[],
  { anyLine = false }: { anyLine?: boolean } = {},
): Promise<void> {
  await tellRows(currentDb(), keys, { type: 'resume' }, anyLine ? { any_line: true } : {});
}

/** Fetches only the missing pieces of broken downloads. */
export async function repairDownloads(keys: readonly string[]): Promise<void> {
  await tellRows(currentDb(), keys, { type: 'resume' }, { error: null });
}

/**
 * Cancels or deletes downloads with their bytes; files shared with other lessons stay. The rule for the next lessons
 * will not add these lessons again, unless it deleted them itself (`isAuto`).
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

/**
 * Deletes every download of the learner, ends the rule for the next lessons, and returns the licence of this device if
 * the server can be reached.
 */
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
