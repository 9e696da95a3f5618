import type { License, OfflineFile, OfflineManifest, Rendition } from '#contracts/offline.ts';
import type { DownloadFileRow, DownloadRow } from '#shared/lib/db/downloadRows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { now } from '#shared/lib/time/clock.ts';
import { chunkLength } from '#shared/lib/worker/keptMedia.ts';
import { emptyBitmap, hasBit, withBit } from './bitmap.ts';
import {
  chunkCount,
  type DownloadEvent,
  downloadKey,
  filesOf,
  keptRendition,
  nextStatus,
  type Status,
  storedBytes,
} from './model.ts';
import { defaultCapOf } from './shelf.ts';

/** Key of the learner's own cap in `meta`. */
export const capKey = 'download.cap';
/** The most bytes that downloads may take on this device. */
export async function readCap(db: UserDb): Promise<number> {
  const row = await db.meta.get(capKey);
  return typeof row?.value === 'number' ? row.value : defaultCapOf(await estimatedQuota());
}

/** The browser's storage estimate, bytes; `null` if it gives none (offline.md 3.52). */
async function estimatedQuota(): Promise<number | null> {
  try {
    return (await navigator.storage.estimate()).quota ?? null;
  } catch {
    return null;
  }
}

/** Sets the cap, bytes. What is already kept stays. */
export async function writeCap(db: UserDb, bytes: number): Promise<void> {
  await db.meta.put({ key: capKey, value: bytes });
}

/** Bytes of all kept files; files that lessons share count once. */
export async function readUsedBytes(db: UserDb): Promise<number> {
  const files = await db.downloadFiles.toArray();
  return files.reduce((sum, file) => sum + storedBytes(file), 0);
}

function fileRow(file: OfflineFile, manifest: OfflineManifest, old: DownloadFileRow | undefined) {
  const { url, ...facts } = file;
  const isSame = old?.etag === file.etag && old.size === file.size && old.chunk_size === manifest.chunk_size;
  const shape = { size: file.size, chunk_size: manifest.chunk_size };
  const row: DownloadFileRow = {
    ...facts,
    ...shape,
    url,
    path: new URL(url, location.origin).pathname,
    inventory: manifest.inventory,
    bitmap: isSame ? old.bitmap : emptyBitmap(chunkCount(shape)),
  };
  return row;
}

/** Stores addresses, versions and checksums of a manifest; pieces of a changed file count as missing. */
export async function putFiles(
  db: UserDb,
  manifest: OfflineManifest,
  wanted: ReadonlySet<string>,
): Promise<void> {
  const files = manifest.files.filter(({ id }) => wanted.has(id));
  await db.transaction('rw', db.downloadFiles, async () => {
    const old = await db.downloadFiles.bulkGet(files.map(({ id }) => id));
    await db.downloadFiles.bulkPut(files.map((file, index) => fileRow(file, manifest, old[index])));
  });
}

/**
 * Puts lessons into the queue, in the order of the course; existing downloads are resumed. Returns their keys.
 * `lessons` null: all of the manifest.
 */
export async function queueLessons(
  db: UserDb,
  manifest: OfflineManifest,
  lessons: readonly string[] | null,
  wanted: Rendition,
  isAuto = false,
): Promise<string[]> {
  const chosen = manifest.lessons.filter(({ id }) => lessons === null || lessons.includes(id));
  const at = now();
  return db.transaction('rw', db.downloads, db.downloadFiles, async () => {
    const needed = new Set(chosen.flatMap((lesson) => filesOf(lesson, keptRendition(lesson, wanted))));
    await putFiles(db, manifest, needed);
    const keys: string[] = [];
    for (const [place, lesson] of chosen.entries()) {
      const rendition = keptRendition(lesson, wanted);
      const key = downloadKey(lesson.id, rendition);
      const old = await db.downloads.get(key);
      const isWhole = old?.state === 'ready' && old.version === lesson.version;
      keys.push(key);
      const auto = isAuto && (old === undefined || old.auto === true);
      if (isWhole) {
        if (old.auto !== auto) await db.downloads.update(key, { auto });
        continue;
      }
      await db.downloads.put({
        key,
        lesson: lesson.id,
        course: manifest.course.id,
        inventory: manifest.inventory,
        rendition,
        name: lesson.name,
        course_name: manifest.course.name,
        state: 'queued',
        reason: null,
        error: null,
        version: lesson.version,
        files: filesOf(lesson, rendition),
        valid_until: old?.valid_until ?? null,
        any_line: old?.any_line ?? false,
        auto,
        queued_at: at + place / 1000,
        ready_at: old?.ready_at ?? null,
        updated_at: at,
        ...(await measure(db, filesOf(lesson, rendition))),
      });
    }
    return keys;
  });
}

/** Stored bytes and total bytes of some files. */
async function measure(db: UserDb, ids: readonly string[]): Promise<{ bytes: number; size: number }> {
  const files = (await db.downloadFiles.bulkGet([...ids])).filter((file) => file !== undefined);
  return {
    bytes: files.reduce((sum, file) => sum + storedBytes(file), 0),
    size: files.reduce((sum, { size }) => sum + size, 0),
  };
}

/** Recounts the bytes of downloads from the pieces of their files. */
export async function measureRows(db: UserDb, keys: readonly string[]): Promise<void> {
  await db.transaction('rw', db.downloads, db.downloadFiles, async () => {
    for (const row of await db.downloads.bulkGet([...keys])) {
      if (row) await db.downloads.update(row.key, await measure(db, row.files));
    }
  });
}

/** Applies an event to downloads (`nextStatus`); `extra` fields are written if the state changes. */
export async function tellRows(
  db: UserDb,
  keys: readonly string[],
  event: DownloadEvent,
  extra: Partial<DownloadRow> = {},
): Promise<void> {
  await db.transaction('rw', db.downloads, async () => {
    for (const row of await db.downloads.bulkGet([...keys])) {
      if (!row) continue;
      const next: Status = nextStatus(row, event);
      if (next.state === row.state && next.reason === row.reason) continue;
      await db.downloads.update(row.key, { ...extra, ...next, updated_at: now() });
    }
  });
}

/**
 * Checkpoint: records that piece `n` of a file is on the device, or not any more. Returns false if this version of the
 * file is not wanted any more, for example after a cancel; then nothing is written.
 */
export async function markChunk(
  db: UserDb,
  file: Pick<DownloadFileRow, 'id' | 'etag'>,
  n: number,
  isThere: boolean,
): Promise<boolean> {
  return db.transaction('rw', db.downloads, db.downloadFiles, async () => {
    const row = await db.downloadFiles.get(file.id);
    if (!row || row.etag !== file.etag) return false;
    if (hasBit(row.bitmap, n) === isThere) return true;
    await db.downloadFiles.update(file.id, { bitmap: withBit(row.bitmap, n, isThere) });
    const length = chunkLength({ size: row.size, chunkSize: row.chunk_size }, n);
    for (const download of await db.downloads.where('files').equals(file.id).toArray()) {
      const bytes = download.bytes + (isThere ? length : -length);
      await db.downloads.update(download.key, { bytes, updated_at: now() });
    }
    return true;
  });
}

/** Removes downloads from the list. Returns the ids of files that no other download needs. */
export async function deleteRows(db: UserDb, keys: readonly string[]): Promise<string[]> {
  return db.transaction('rw', db.downloads, db.downloadFiles, async () => {
    const rows = (await db.downloads.bulkGet([...keys])).filter((row) => row !== undefined);
    await db.downloads.bulkDelete([...keys]);
    const free: string[] = [];
    for (const id of new Set(rows.flatMap(({ files }) => files))) {
      if ((await db.downloads.where('files').equals(id).count()) === 0) free.push(id);
    }
    await db.downloadFiles.bulkDelete(free);
    return free;
  });
}

/** Stores the result of a licence for each lesson; lessons that may not be kept any more expire. */
export async function applyLicense(db: UserDb, license: License): Promise<void> {
  const until = new Map(license.lessons.map((one) => [one.lesson, parseTime(one.valid_until)]));
  const rows = (await db.downloads.toArray()).filter(({ lesson }) => until.has(lesson));
  for (const row of rows) {
    const validUntil = until.get(row.lesson) ?? null;
    await db.downloads.update(row.key, { valid_until: validUntil });
    await tellRows(db, [row.key], { type: validUntil === null ? 'ended' : 'renewed' });
  }
}
