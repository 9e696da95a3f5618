import type { DownloadFileRow } from '#shared/lib/db/downloadRows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { now } from '#shared/lib/time/clock.ts';
import { chunkAddress, chunkLength, fileAddress, licenceAddress } from '#shared/lib/worker/keptMedia.ts';
import { hasBit } from './bitmap.ts';
import { openKept, putFileRecord, readChunk, storedAddresses } from './chunkStore.ts';
import { markChunk, tellRows } from './local.ts';
import { chunkCount } from './model.ts';
import { sha256 } from './sums.ts';

/** Files that were verified recently, with the time: lessons of a course share their books. */
const verifiedAt = new Map<string, number>();
/** How long such a verification is valid, ms. */
const verifiedForMs = 60_000;

/** Whether piece `n` is stored completely and correctly. */
async function isRight(cache: Cache, file: DownloadFileRow, n: number): Promise<boolean> {
  const bytes = await readChunk(cache, file, n);
  const length = chunkLength({ size: file.size, chunkSize: file.chunk_size }, n);
  return bytes?.byteLength === length && (await sha256(bytes)) === file.chunks[n];
}

/**
 * Reads every byte of files again and compares the checksums with the manifest. Wrong pieces are deleted and count as
 * missing. Correct files get the record that the worker needs to play them. Returns whether all are correct.
 */
export async function verifyFiles(db: UserDb, ids: readonly string[]): Promise<boolean> {
  const cache = await openKept(db);
  let isAllRight = true;
  for (const id of ids) {
    const file = await db.downloadFiles.get(id);
    if (!file || !(await verifyFile(db, cache, file))) isAllRight = false;
    else await putFileRecord(cache, file);
  }
  return isAllRight;
}

async function verifyFile(db: UserDb, cache: Cache, file: DownloadFileRow): Promise<boolean> {
  const name = `${db.name} ${file.id} ${file.etag}`;
  if (now() - (verifiedAt.get(name) ?? 0) < verifiedForMs) return true;
  let isAllRight = true;
  for (let n = 0; n < chunkCount(file); n += 1) {
    if (hasBit(file.bitmap, n) && (await isRight(cache, file, n))) continue;
    isAllRight = false;
    await dropPiece(db, cache, file, n);
  }
  if (isAllRight) verifiedAt.set(name, now());
  return isAllRight;
}

async function dropPiece(db: UserDb, cache: Cache, file: DownloadFileRow, n: number): Promise<void> {
  verifiedAt.delete(`${db.name} ${file.id} ${file.etag}`);
  await cache.delete(chunkAddress(file.id, file.etag, n));
  await markChunk(db, file, n, false);
}

/** A piece of a kept file was missing or truncated: its lessons need repair (offline.md 3.78). */
export async function noteHole(db: UserDb, id: string, etag: string, n: number): Promise<void> {
  const file = await db.downloadFiles.get(id);
  if (!file || file.etag !== etag) return;
  await dropPiece(db, await openKept(db), file, n);
  await damageRowsOf(db, id);
}

async function damageRowsOf(db: UserDb, id: string): Promise<void> {
  const rows = await db.downloads.where('files').equals(id).toArray();
  const whole = rows.filter(({ state }) => state === 'ready').map(({ key }) => key);
  await tellRows(db, whole, { type: 'damaged' }, { error: 'missing', ready_at: null });
}

/**
 * Compares the records with the stored pieces, at each start. Missing pieces are marked as missing and their lessons as
 * broken. Pieces stored just before a tab was killed are recorded. Unknown pieces are deleted.
 */
export async function reconcile(db: UserDb): Promise<void> {
  const cache = await openKept(db);
  const unknown = await storedAddresses(cache);
  for (const file of await db.downloadFiles.toArray()) {
    unknown.delete(fileAddress(file.id));
    unknown.delete(licenceAddress(file.inventory));
    let isDamaged = false;
    for (let n = 0; n < chunkCount(file); n += 1) {
      const isThere = unknown.delete(chunkAddress(file.id, file.etag, n));
      if (isThere === hasBit(file.bitmap, n)) continue;
      if (isThere && (await isRight(cache, file, n))) await markChunk(db, file, n, true);
      else await dropPiece(db, cache, file, n);
      if (!isThere) isDamaged = true;
    }
    if (isDamaged) await damageRowsOf(db, file.id);
  }
  for (const address of unknown) await cache.delete(address);
}
