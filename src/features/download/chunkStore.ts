import { openAppDb } from '#shared/lib/db/appDb.ts';
import type { DownloadFileRow } from '#shared/lib/db/downloadRows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { isUserDbOpen } from '#shared/lib/db/userDb.ts';
import { writeMakingRoom } from '#shared/lib/storage/saving.ts';
import {
  chunkAddress,
  chunksOf,
  fileAddress,
  type KeptFile,
  type KeptLicence,
  type KeptSession,
  keptCacheName,
  licenceAddress,
  recordOf,
  sessionAddress,
  sessionCacheName,
} from '#shared/lib/worker/keptMedia.ts';

/** The cache with a learner's pieces; it is created if necessary. */
export function openKept(db: Pick<UserDb, 'name'>): Promise<Cache> {
  return caches.open(keptCacheName(db.name));
}

/** A piece as it is stored: a complete response. Its length is recorded, so that a truncated piece can be detected. */
function pieceOf(bytes: ArrayBuffer): Response {
  const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': String(bytes.byteLength) };
  return new Response(bytes, { status: 200, headers });
}

/**
 * Stores piece `n` of a file, in the place of kept public pages if need be.
 *
 * @throws QuotaExceededError when the storage is still full.
 */
export async function putChunk(
  cache: Cache,
  file: Pick<DownloadFileRow, 'id' | 'etag'>,
  n: number,
  bytes: ArrayBuffer,
): Promise<void> {
  await writeMakingRoom(() => cache.put(chunkAddress(file.id, file.etag, n), pieceOf(bytes)));
}

/** The bytes of piece `n`; `null` if it is not stored. */
export async function readChunk(
  cache: Cache,
  file: Pick<DownloadFileRow, 'id' | 'etag'>,
  n: number,
): Promise<ArrayBuffer | null> {
  const piece = await cache.match(chunkAddress(file.id, file.etag, n));
  return piece ? piece.arrayBuffer() : null;
}

/** Addresses of everything in the cache, without their origin. */
export async function storedAddresses(cache: Cache): Promise<Set<string>> {
  return new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
}

/** Stores what the worker must know to play a file. */
export async function putFileRecord(cache: Cache, file: DownloadFileRow): Promise<void> {
  const record: KeptFile = {
    type: file.type,
    size: file.size,
    etag: file.etag,
    chunkSize: file.chunk_size,
    licence: file.inventory,
  };
  await writeMakingRoom(() => cache.put(fileAddress(file.id), recordOf(record)));
}

/** Stores until when the files of an inventory item may be used. */
export async function putLicence(cache: Cache, inventory: string, validUntil: number): Promise<void> {
  const licence: KeptLicence = { validUntil };
  await writeMakingRoom(() => cache.put(licenceAddress(inventory), recordOf(licence)));
}

/** Deletes files with all their pieces, of every version. */
export async function dropFiles(db: Pick<UserDb, 'name'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || typeof caches === 'undefined') return;
  const cache = await openKept(db);
  const beginnings = ids.flatMap((id) => [chunksOf(id), fileAddress(id)]);
  for (const address of await storedAddresses(cache)) {
    if (beginnings.some((beginning) => address.startsWith(beginning))) await cache.delete(address);
  }
}

/** Deletes everything kept for a learner. */
export async function dropEverything(db: Pick<UserDb, 'name'>): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(keptCacheName(db.name));
}

/**
 * Deletes the kept data of learners whom this device no longer knows: nobody came back for 30 days, or the tab was
 * closed during a logout.
 */
export async function dropForgotten(db: Pick<UserDb, 'name'>): Promise<void> {
  const app = await openAppDb();
  const known = [db.name, ...(await app.users.toCollection().primaryKeys())].map(keptCacheName);
  for (const name of await caches.keys()) {
    if (name.startsWith('dl-') && name !== sessionCacheName && !known.includes(name))
      await caches.delete(name);
  }
}

/**
 * Stores whose kept lessons the worker may serve from now on. The end of a session deletes this record, but would miss
 * one written later. So nothing is written once the learner's database is closed.
 */
export async function putSession(
  db: Pick<UserDb, 'name'>,
  clock: Pick<KeptSession, 'skew' | 'seen'>,
): Promise<void> {
  const session: KeptSession = { cache: keptCacheName(db.name), ...clock };
  const cache = await caches.open(sessionCacheName);
  const put = () => cache.put(sessionAddress, recordOf(session));
  if (isUserDbOpen(db)) await writeMakingRoom(put, () => isUserDbOpen(db));
}

/**
 * A kept text file, for example captions.
 *
 * @throws Error when a piece is not on the device.
 */
export async function readKeptText(
  db: Pick<UserDb, 'name'>,
  file: Pick<DownloadFileRow, 'id' | 'etag' | 'size' | 'chunk_size'>,
): Promise<string> {
  const cache = await openKept(db);
  const pieces: ArrayBuffer[] = [];
  for (let n = 0; n * file.chunk_size < file.size; n += 1) {
    const piece = await readChunk(cache, file, n);
    if (!piece) throw new Error(`Piece ${n} of file ${file.id} is not on the device.`);
    pieces.push(piece);
  }
  return new Blob(pieces).text();
}
